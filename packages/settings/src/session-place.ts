import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Whose files are looked for. */
export interface PlacesOptions {
  /** Absolute, links resolved. */
  readonly projectDir: string
  readonly homeDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where the files of a user and of the sessions of one project lie. All paths absolute. */
export interface ProjectPlaces {
  /** `~/.claude`, or CLAUDE_CONFIG_DIR. */
  readonly configDir: string
  /** Claude Code's record of projects. */
  readonly claudeStateFile: string
  /** Folder of the project's transcripts, in Claude Code's layout. */
  readonly transcriptsDir: string
  /** Folder of the project's journals. */
  readonly journalDir: string
  /** The user's record of trusted projects. */
  readonly trustFile: string
}

/** Where the files of one session lie. */
export interface SessionPlaces extends ProjectPlaces {
  readonly transcriptPath: string
  /** Outputs too long for the model. */
  readonly resultsDir: string
}

/** The places of a project. */
export const projectPlaces = ({ projectDir, homeDir, env }: PlacesOptions): ProjectPlaces => {
  const configured = env.CLAUDE_CONFIG_DIR === '' ? undefined : env.CLAUDE_CONFIG_DIR
  const configDir = configured ?? join(homeDir, '.claude')
  const slug = projectSlug(projectDir)
  const named = configured === undefined ? undefined : env.CLAUDE_CODE_PROJECT_DIR_NAME
  return {
    configDir,
    claudeStateFile: join(configured ?? homeDir, '.claude.json'),
    transcriptsDir: join(configDir, 'projects', named === undefined || named === '' ? slug : named),
    journalDir: join(homeDir, '.raider', 'journals', slug),
    trustFile: join(homeDir, '.raider', 'trust.json'),
  }
}

/** The places of a session of the project. */
export const sessionPlaces = (places: ProjectPlaces, session: string): SessionPlaces => ({
  ...places,
  transcriptPath: join(places.transcriptsDir, `${session}.jsonl`),
  resultsDir: join(places.transcriptsDir, session, 'tool-results'),
})

/** Transcript of a subagent of the session with the transcript `parent`. */
export const agentTranscript = (parent: string, agentId: string): string =>
  join(parent.replace(/\.jsonl$/, ''), 'subagents', `agent-${agentId}.jsonl`)

const maxSlugLength = 200

/**
 * The folder name of a project in Claude Code's layout: each UTF-16 unit outside `[A-Za-z0-9]` becomes `-`, and long names are cut
 * with a hash behind (2.1.332, seen).
 */
const projectSlug = (dir: string): string => {
  const slug = dir.replace(/[^A-Za-z0-9]/g, '-')
  return slug.length <= maxSlugLength
    ? slug
    : `${slug.slice(0, maxSlugLength)}-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`
}
