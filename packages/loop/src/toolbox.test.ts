import { describe, expect, it } from 'vitest'
import type { Tool } from '@raider/contracts'
import { Toolbox } from './toolbox.js'

const tool = (name: string, ...aliases: readonly string[]): Tool => ({
  name,
  aliases,
  description: name,
  origin: 'code',
  inputSchema: { type: 'object' },
  run: () => Promise.resolve(undefined),
})

const box = (changing: readonly Tool[], denied: readonly string[] = []) => {
  const isAllowed = (name: string) => !denied.includes(name)
  const permissions = { isOffered: isAllowed, isFound: isAllowed }
  return new Toolbox({ tools: [tool('Own', 'Old')], changingTools: () => changing, permissions } as never)
}

describe('the tools of a session', () => {
  it('are found by name and alias, those that come and go included', () => {
    const changing = [tool('Late', 'Later')]
    expect(['Own', 'Old', 'Late', 'Later', 'None'].map((name) => box(changing).find(name)?.name)).toEqual([
      'Own',
      'Own',
      'Late',
      'Late',
      undefined,
    ])
  })

  it('are neither offered nor found where they are denied by name', () => {
    const denying = box([tool('Late')], ['Late'])
    expect(denying.find('Late')).toBeUndefined()
    expect(denying.offers().map(({ name }) => name)).toEqual(['Own'])
  })

  it('of a name that is taken are left out', () => {
    const other = tool('Own')
    expect(box([other]).find('Own')).not.toBe(other)
    expect(box([other]).offers()).toHaveLength(1)
  })

  it('are news once, until they change', () => {
    const changing: Tool[] = []
    const changed = box(changing)
    expect(changed.news()).toEqual(['Own'])
    expect(changed.news()).toBeUndefined()
    changing.push(tool('Late'))
    expect(changed.news()).toEqual(['Own', 'Late'])
    changing.pop()
    expect(changed.news()).toEqual(['Own'])
  })
})
