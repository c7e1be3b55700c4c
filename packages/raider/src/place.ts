import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * The folder name of a project in Claude Code's layout: each UTF-16 unit outside `[A-Za-z0-9]` becomes `-`, and long names are cut
 * with a hash behind (headless-cli, seen).
 */
export function projectSlug(dir: string): string {
  const slug = dir.replace(/[^A-Za-z0-9]/g, '-')
  return slug.length <= 200
    ? slug
    : `${slug.slice(0, 200)}-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`
}

/** Home of the user's configuration. */
const configDirOf = (
  homeDir: string,
  { CLAUDE_CONFIG_DIR: dir }: Readonly<Record<string, string | undefined>>,
): string => (dir === undefined || dir === '' ? join(homeDir, '.claude') : dir)

/** The folder of a project's transcripts. */
export const transcriptsOf = (
  projectDir: string,
  homeDir: string,
  env: Readonly<Record<string, string | undefined>>,
): string => join(configDirOf(homeDir, env), 'projects', projectSlug(projectDir))

/** Where the files of a session lie. */
export interface SessionPlaces {
  /** `~/.claude`, or CLAUDE_CONFIG_DIR. */
  readonly configDir: string
  /** Claude Code's record of projects. */
  readonly claudeStateFile: string
  /** Transcript in Claude Code's layout. */
  readonly transcriptPath: string
  /** Outputs too long for the model. */
  readonly resultsDir: string
  readonly journalDir: string
  /** The user's record of trusted projects. */
  readonly trustFile: string
}

export function placesOf(
  projectDir: string,
  session: string,
  homeDir: string,
  env: Readonly<Record<string, string | undefined>>,
  journalDir?: string,
): SessionPlaces {
  const configured = env.CLAUDE_CONFIG_DIR
  const configDir = configDirOf(homeDir, env)
  const folder = transcriptsOf(projectDir, homeDir, env)
  return {
    configDir,
    claudeStateFile:
      configured === undefined || configured === '' ? join(homeDir, '.claude.json') : join(configDir, '.claude.json'),
    transcriptPath: join(folder, `${session}.jsonl`),
    resultsDir: join(folder, session, 'tool-results'),
    journalDir: journalDir ?? join(homeDir, '.raider', 'journals', projectSlug(projectDir)),
    trustFile: join(homeDir, '.raider', 'trust.json'),
  }
}
