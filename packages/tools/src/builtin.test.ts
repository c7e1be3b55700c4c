import { describe, expect, it } from 'vitest'
import { builtinTools } from './builtin.js'
import { createToolState } from './state.js'
import { toolNamed } from './bench.fixture.js'

describe('builtinTools', () => {
  it('gives every tool the shape of its input and of its result', () => {
    for (const { name, inputSchema, outputSchema } of builtinTools({ homeDir: '/home/me' })) {
      expect(inputSchema, name).toMatchObject({ type: 'object' })
      expect(outputSchema, name).toBeDefined()
      // Claude Code 2.1.332 takes any further keys in these two only.
      const isOpen = name === 'ExitPlanMode' || name === 'TaskCreate'
      expect(inputSchema['additionalProperties'], name).toBe(isOpen ? undefined : false)
    }
  })

  it('tells which paths a call touches', () => {
    const tools = builtinTools({ homeDir: '/home/me' })
    const touches = (name: string, input: Record<string, string>) => {
      const tool = toolNamed(tools, name)
      return tool.touches?.(tool.normalize?.(input, '/p') ?? input, '/p')
    }
    expect(touches('Read', { file_path: 'a' })).toEqual([{ path: '/p/a', access: 'read' }])
    expect(touches('Write', { file_path: '~/a', content: '' })).toEqual([{ path: '/home/me/a', access: 'write' }])
    expect(touches('Edit', { file_path: '../a', old_string: '', new_string: '' })).toEqual([
      { path: '/a', access: 'write' },
    ])
    expect(touches('NotebookEdit', { notebook_path: 'n.ipynb', new_source: '' })).toEqual([
      { path: '/p/n.ipynb', access: 'write' },
    ])
    expect(touches('Bash', { command: 'cat a' })).toEqual([{ path: '/p/a', access: 'read' }])
    expect(touches('Bash', { command: 'cat a | wc' })).toEqual([])
    expect(touches('Grep', { pattern: 'x' })).toEqual([{ path: '/p', access: 'read' }])
    expect(touches('Glob', { pattern: '/q/*.js' })).toEqual([{ path: '/q', access: 'read' }])
  })

  it('lets calls run side by side that only look', () => {
    const parallel = (name: string, input: Record<string, string>) =>
      toolNamed(builtinTools({ homeDir: '/home/me' }), name).parallel?.(input)
    expect(parallel('Read', { file_path: 'a' })).toBe(true)
    expect(parallel('Grep', { pattern: 'a' })).toBe(true)
    expect(parallel('Bash', { command: 'cat a' })).toBe(true)
    expect(parallel('Bash', { command: 'ls | wc -l; git status' })).toBe(true)
    expect(parallel('Bash', { command: 'ls > out' })).toBe(false)
    expect(parallel('Bash', { command: 'cd sub && ls' })).toBe(false)
    expect(parallel('Bash', { command: 'echo $(touch a)' })).toBe(false)
    expect(parallel('Bash', { command: 'make' })).toBe(false)
    expect(parallel('Write', { file_path: 'a', content: '' })).toBe(false)
  })
})

describe('createToolState', () => {
  it('starts a session that has read nothing', () => {
    const state = createToolState({ resultsDir: '/r', directories: ['/d'] })
    expect([[...state.files], [...state.directories], [...state.slots]]).toEqual([[], ['/d'], []])
    expect(state.resultsDir).toBe('/r')
  })
})
