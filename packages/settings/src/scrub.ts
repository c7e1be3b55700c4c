/** Words at the end of a name, or of a part of it, that mark a secret: `MY_TOKEN`, `PGPASSWORD`, `AWS_ACCESS_KEY_ID`, `X_WEBHOOK_URL`. */
const secretName =
  /(?:TOKEN|SECRET|PASSWORD|KEY|CREDENTIALS?|WEBHOOK|HEADERS|(?:^|_)(?:AUTH|PAT|DSN))(?:_|$)|^DATABASE_URL$/i

/** The programs that need these get nowhere without them, and they are made for one run of a workflow (kept by 2.1.332 too, seen). */
const keptNames: ReadonlySet<string> = new Set(['GITHUB_TOKEN', 'GH_TOKEN'])

/** Does the environment ask that no credentials reach child processes (CLAUDE_CODE_SUBPROCESS_ENV_SCRUB)? */
const isScrubbed = (env: Readonly<Record<string, string>>): boolean => env['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB'] === '1'

/** The environment without its credentials where it asks for that, else itself. Names are all that is looked at. */
export const scrubbedEnv = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  isScrubbed(env)
    ? Object.fromEntries(Object.entries(env).filter(([name]) => keptNames.has(name) || !secretName.test(name)))
    : env
