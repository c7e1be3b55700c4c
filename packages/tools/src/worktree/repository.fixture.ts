import { execFileSync } from 'node:child_process'
import { createCallScope, createProject, type Files, type Project } from '@raider/testing'

/** The environment of git in tests: nothing of the user's counts. */
export const gitEnv: Readonly<Record<string, string>> = {
  ...createCallScope().env,
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
}

/** Runs git in a folder and gives back what it prints. */
export const gitIn =
  (cwd: string) =>
  (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=n', '-c', 'user.email=a@b.c']
    return execFileSync('git', [...identity, ...args], { cwd, env: gitEnv, encoding: 'utf8' }).trim()
  }

/** A project whose files are the first commit of a repository. */
export const createRepository = async (files: Files = { f: 'one\n' }): Promise<Project> => {
  const project = await createProject(files)
  const git = gitIn(project.dir)
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'one')
  return project
}
