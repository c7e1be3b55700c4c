import { rename, rm, writeFile } from 'node:fs/promises'
import { createProject, until } from '@raider/testing'
import { describe, expect, it } from 'vitest'
import { FileWatch, type FileEvent } from './file-watch.js'

/** A watch of `files` in a project, and what it told. */
async function watching(...files: readonly string[]) {
  const project = await createProject({ 'there.txt': 'one' })
  const told: { readonly path: string; readonly event: FileEvent }[] = []
  const watch = new FileWatch((path, event) => told.push({ path, event }))
  watch.set(files.map((file) => project.path(file)))
  const tells = (file: string, event: FileEvent) =>
    until(`${event} of ${file}`, () => told.some((one) => one.path === project.path(file) && one.event === event))
  return {
    project,
    told,
    watch,
    tells,
    [Symbol.asyncDispose]: async () => {
      watch.close()
      await project.dispose()
    },
  }
}

describe('watched files', () => {
  it('are told of when they are made, changed and removed', async () => {
    await using scene = await watching('there.txt', 'new.txt')
    const { project, tells } = scene
    // The first look has to be over: it is what later ones are compared with.
    await until('it was looked at', async () => {
      await writeFile(project.path('there.txt'), `${Math.random()}`)
      return scene.told.length > 0
    })
    await writeFile(project.path('new.txt'), 'new')
    await tells('new.txt', 'add')
    await rm(project.path('new.txt'))
    await tells('new.txt', 'unlink')
  })

  it('are told of when another file takes their place', async () => {
    await using scene = await watching('there.txt')
    const { project, tells } = scene
    let round = 0
    await until('the replacement is seen', async () => {
      await writeFile(project.path('next.txt'), `text ${round++}`)
      await rename(project.path('next.txt'), project.path('there.txt'))
      return scene.told.length > 0
    })
    await tells('there.txt', 'change')
  })

  it('that nobody watches any more are left alone', async () => {
    await using scene = await watching('there.txt', 'other.txt')
    const { project, watch } = scene
    watch.set([project.path('other.txt')])
    await until('the other one is seen', async () => {
      await writeFile(project.path('there.txt'), `${Math.random()}`)
      await writeFile(project.path('other.txt'), `${Math.random()}`)
      return scene.told.length > 0
    })
    expect(scene.told.map(({ path }) => path)).not.toContain(project.path('there.txt'))
  })
})
