/** The name of a set of readings of the hook and permission contract. */
export type ProfileName = 'raider' | 'claude'

/** One point at which the two profiles differ. */
interface Row {
  /** The documented contract, and the safe reading where the reference program deviates. */
  readonly raider: string
  /** What the reference program does. */
  readonly claude: string
  /** The decision record. */
  readonly adr: string
}

/**
 * Every difference between the profiles. Code asks `profile.<point>` and compares with the value in this table; no other condition
 * on the profile exists.
 */
export const profileTable = {
  /** PreToolUse `continue: false`: is the call kept from running? */
  stopBeforeTool: { raider: 'withholds the call', claude: 'runs the call', adr: '0004' },
  /** PostToolUseFailure fires for refused, invalid, unknown and cancelled calls too, or for failed executions only. */
  failureEvent: { raider: 'every failure', claude: 'failed execution', adr: '0005' },
  /** Does `continue: false` of PostToolUseFailure count? */
  failureStop: { raider: 'counts', claude: 'ignored', adr: '0005' },
  /** One malformed PreToolUse or PermissionRequest entry. */
  malformedGuard: { raider: 'drops the entry', claude: 'drops the file', adr: '0006' },
  /** A wrong type elsewhere in a settings file. */
  malformedKey: { raider: 'drops the key', claude: 'drops the file', adr: '0006' },
  /** Comments and trailing commas in settings files. */
  jsonComments: { raider: 'accepted', claude: 'unparsable', adr: '0006' },
  /** A settings file that cannot be parsed at all. */
  unparsableSettings: { raider: 'ends the start', claude: 'ignored', adr: '0006' },
  /** Output formats of `-p` beside which stderr tells of warnings and errors, such as settings that were left out. */
  noticeFormats: { raider: 'all', claude: 'text', adr: '0006' },
  /** Order in which the answers of several hooks are folded. */
  hookOrder: { raider: 'configuration', claude: 'completion', adr: '0007' },
  /** Reasons of several denies. */
  denyReasons: { raider: 'all', claude: 'last', adr: '0007' },
  /** Plain text of an `mcp_tool` hook on an event whose text reaches the model. */
  serverHookText: { raider: 'whole', claude: 'only that it ran', adr: '0027' },
  /** A background hook that is not over by its deadline. */
  asyncDeadline: { raider: 'kills', claude: 'ignored', adr: '0020' },
  /** A call of Agent for a type that a rule denies: refused like any call, or a failure of the tool. */
  agentDeny: { raider: 'refused', claude: 'fails', adr: '0024' },
  /** CLAUDE_CODE_SUBAGENT_MODEL: before what call and agent ask for, or where neither asks for a model. */
  agentModel: { raider: 'environment first', claude: 'environment last', adr: '0024' },
  /** A hook or a person changes the mode while a subagent is asked for: whose mode is it? */
  agentModeChange: { raider: 'its own', claude: 'that of all', adr: '0008' },
  /** Mode of a subagent. */
  agentMode: { raider: 'stricter', claude: 'own', adr: '0008' },
  /** Hooks and allow rules of a project that was never trusted. */
  projectTrust: { raider: 'required', claude: 'allow rules only', adr: '0009' },
  /** Deny rules are held against which input? */
  denyInput: { raider: 'original and revised', claude: 'revised', adr: '0010' },
  /** How far deny and ask rules on shell commands look behind wrappers, options and expansions. */
  denyReach: { raider: 'any wrapper', claude: 'known wrappers', adr: '0022' },
  /** A command that is not known to read only, or the start of a subagent, in plan mode, where no classifier answers. */
  planCommand: { raider: 'asks', claude: 'refuses', adr: '0022' },
  /** A command line that cannot be read, where no rule holds commands or files back: may a rule on the whole tool let it run? */
  unreadableCommand: { raider: 'asks', claude: 'as the tool', adr: '0022' },
  /** Commands that need no permission, put into the background with `&`, under a rule on the whole tool. */
  freeJob: { raider: 'as the tool', claude: 'asks', adr: '0022' },
  /** A file that a path rule denies to Read, Write or Edit: do PreToolUse hooks still see the call? */
  pathDeny: { raider: 'after hooks', claude: 'before hooks', adr: '0022' },
  /** Calls in plan mode that neither read only nor write files: MCP tools, the web, skills. */
  planCall: { raider: 'as in default', claude: 'held', adr: '0022' },
  /** Who answers a permission question. */
  askOrder: { raider: 'hooks, then asker', claude: 'both at once', adr: '0010' },
  /** Order in which finished calls are sealed. */
  sealOrder: { raider: 'source', claude: 'completion', adr: '0011' },
  /** Where notes of a tool call stand. */
  notePlace: { raider: 'inside the result', claude: 'after the results', adr: '0011' },
  /** Must an existing file be read before it is written? */
  readBeforeWrite: { raider: 'required', claude: 'where reading would ask', adr: '0012' },
  /** Edit with an empty replacement: which newline goes with the deleted text? */
  emptyReplacement: { raider: 'of a whole line', claude: 'after the text', adr: '0012' },
  /** Which calls bring in the memory files beside what they touched? */
  memoryTrigger: { raider: 'successful', claude: 'executed, no searches', adr: '0018' },
  /** Files outside the project that a prompt mentions: are they read for it where reading would ask? */
  mentionReach: { raider: 'what may be read', claude: 'what is not denied', adr: '0018' },
  /** AGENTS.md of a project without CLAUDE.md. */
  agentsFile: { raider: 'by option', claude: 'read', adr: '0018' },
  /** Links of a project's memory files and rules to places outside the project. */
  memoryLinks: { raider: 'as imports from outside', claude: 'followed', adr: '0018' },
  /** Shell commands within skills and commands: do PreToolUse hooks see them, as they see other commands? */
  skillCommand: { raider: 'passes guards', claude: 'PreSkillShellCommand only', adr: '0023' },
  /** Is a skill told of that a rule keeps the model from invoking? */
  deniedSkills: { raider: 'unlisted', claude: 'listed', adr: '0023' },
  /** Does an ask rule on one skill, such as `Skill(deploy)`, count? One on the tool does in both. */
  skillAsk: { raider: 'counts', claude: 'ignored', adr: '0023' },
  /** How much of the room for the listing of skills there is: all, or what the reference program's own skills leave of it. */
  listingRoom: { raider: 'all', claude: 'beside its own', adr: '0023' },
  /** Shell commands, allowed tools and hooks of skills of a project that was never trusted. */
  skillTrust: { raider: 'required', claude: 'not asked', adr: '0023' },
  /** For whom the hooks of an invoked skill run: also for subagents and at the end of the session, or neither; then those of forked skills never do. */
  skillHooks: { raider: 'every agent', claude: 'main thread', adr: '0023' },
  /** A hook of a skill with `once`: which matcher must it have to leave after a run that went well? */
  onceHooks: { raider: 'any', claude: 'one that names tools', adr: '0023' },
  /** A shell command that is not over at its time limit; one that only sleeps is ended in both. */
  commandTimeout: { raider: 'ends the command', claude: 'moves to the background', adr: '0030' },
  /** How long does a run that is over wait for commands in the background? */
  commandWait: { raider: 'five seconds', claude: 'as for subagents', adr: '0030' },
  /** Are Glob and Grep offered beside Bash? */
  searchTools: { raider: 'always', claude: 'without Bash', adr: '0030' },
  /** Exit code of a headless run that SIGINT ended. */
  interruptExit: { raider: '130', claude: '0', adr: '0013' },
  /** A command that begins with a sleep of 25 seconds or more. */
  longSleep: { raider: 'runs', claude: 'refused', adr: '0030' },
  /** Tasks of the conversation that a fork goes on from. */
  forkedTasks: { raider: 'kept', claude: 'gone', adr: '0026' },
  /** What a resumed session takes over beside its history. */
  resumedState: { raider: 'model and mode', claude: 'nothing', adr: '0026' },
  /** Several deferred calls of one turn: which of them does a resume ask about again? */
  deferredCalls: { raider: 'all', claude: 'last', adr: '0026' },
  /** `continue: false` of a hook around a deferred call that is carried out on resume. */
  resumedStop: { raider: 'counts', claude: 'ignored', adr: '0026' },
  /** Causes that StopFailure names: each that the provider tells, or neither overload, nor bills and time limits told by status. */
  faultNames: { raider: 'every cause', claude: 'fewer causes', adr: '0026' },
  /** A request that was refused as invalid, for its model or for its key: sent again, in case it goes through? */
  refusedRequest: { raider: 'final', claude: 'sent again', adr: '0026' },
  /** A reply that the provider paused: the model is asked for the rest of it, or the turn is over. */
  pausedReply: { raider: 'goes on', claude: 'ends the turn', adr: '0026' },
  /** A limit of 0 turns. */
  noTurns: { raider: 'refused', claude: 'no limit', adr: '0026' },
  /** A budget ran out with calls pending: do PreToolUse hooks still hear of them? None of them runs in either. */
  overspentCall: { raider: 'withheld', claude: 'after hooks', adr: '0026' },
  /** A run that is interrupted while its Stop hooks run. */
  interruptedStop: { raider: 'cancelled', claude: 'done', adr: '0013' },
  /** A conversation that fills the context by its last count, where no compaction helps: is the provider asked all the same? */
  fullContext: { raider: 'asked', claude: 'refused', adr: '0026' },
  /** A conversation that is too long, even after a compaction or where that was refused. */
  contextFailure: { raider: 'StopFailure', claude: 'no hook', adr: '0026' },
  /** SessionStart and SessionEnd hooks of a host that drives Raider by the control protocol. */
  hostSessionHooks: { raider: 'delivered', claude: 'none', adr: '0036' },
  /** What PreCompact hooks ask of a summary, and hooks around it tell the model: plain text, or JSON too, as it stands. */
  compactionWords: { raider: 'plain text', claude: 'all of stdout', adr: '0026' },
  /** Does the summary of a compaction end like the turn of a subagent without a type? */
  summaryStop: { raider: 'no hook', claude: 'SubagentStop', adr: '0026' },
} as const satisfies Record<string, Row>

/** Name of a row of the profile table. */
export type ProfilePoint = keyof typeof profileTable

/** The readings in force, one value for each row of the table. */
export type Profile = { readonly name: ProfileName } & {
  readonly [P in ProfilePoint]: (typeof profileTable)[P]['raider'] | (typeof profileTable)[P]['claude']
}

const column = (name: ProfileName): Profile => {
  const values: Record<string, string> = { name }
  for (const [point, row] of Object.entries(profileTable)) values[point] = row[name]
  return Object.freeze(values) as unknown as Profile
}

/** The two profiles by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = { raider: column('raider'), claude: column('claude') }
