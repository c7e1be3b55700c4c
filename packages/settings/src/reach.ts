import { isObject, type JsonObject, type LayerName } from '@raider/contracts'
import { valueAt, type KeyPath } from './key-path.js'

/** Keys that only some layers may set (documented by the vendor). */
const reach: Readonly<Record<string, readonly LayerName[]>> = {
  allowManagedHooksOnly: ['managed'],
  allowManagedPermissionRulesOnly: ['managed'],
  allowManagedMcpServersOnly: ['managed'],
  claudeMd: ['managed'],
  strictPluginOnlyCustomization: ['managed'],
  disableSideloadFlags: ['managed'],
  autoMode: ['managed', 'flag', 'user'],
  pluginConfigs: ['managed', 'flag', 'user'],
  useAutoModeDuringPlan: ['managed', 'flag', 'user', 'local'],
  skipDangerousModePermissionPrompt: ['managed', 'flag', 'user', 'local'],
}

/** Variables that no settings file may set. */
const sealedVariables =
  /^CLAUDE_CODE_(ENTRYPOINT|REMOTE|ACCOUNT_UUID|MESSAGING_SOCKET|MESSAGING_TOKEN|PROJECT_DIR_NAME)$/
/** Variables that a project may not set. */
const hostVariables = /^CLAUDE_CODE_(PROCESS_WRAPPER|SYNC_.*|PLUGIN_CACHE_DIR|PLUGIN_SEED_DIR)$/

/** Modes that a project may not start in (seen: ignored even in a trusted folder). */
const hostModes: readonly unknown[] = ['auto', 'bypassPermissions']

const isProject = (name: LayerName): boolean => name === 'project' || name === 'local'

/** Paths of a layer that it has no say over. */
export const beyondReach = (name: LayerName, value: JsonObject): readonly KeyPath[] => {
  const variables = isObject(value.env) ? Object.keys(value.env) : []
  const keys = Object.entries(reach).flatMap(([key, names]) => (key in value && !names.includes(name) ? [[key]] : []))
  const env = variables
    .filter((variable) => sealedVariables.test(variable) || (isProject(name) && hostVariables.test(variable)))
    .map((variable) => ['env', variable])
  const mode = ['permissions', 'defaultMode']
  return [...keys, ...env, ...(isProject(name) && hostModes.includes(valueAt(value, mode)) ? [mode] : [])]
}

/** Whatever runs a program, opens a door or switches a guard off: a project needs trust for it. */
const trustKeys: readonly string[] = [
  'hooks',
  'env',
  'disableAllHooks',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
  'apiKeyHelper',
  'otelHeadersHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'statusLine',
  'claudeMdExcludes',
  'autoMemoryDirectory',
  'sandbox',
  'enabledPlugins',
  'extraKnownMarketplaces',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  // Not of settings files, but of the `.mcp.json` that is looked at beside them.
  'mcpServers',
  // What a skill or command of the project brings beside words.
  'skill',
]
/** Of `permissions`, what holds calls back counts without trust; everything else needs it. */
const restrictive: readonly string[] = ['deny', 'ask', 'disableBypassPermissionsMode', 'disableAutoMode']

/** Paths of a project layer that count only with trust; empty values say nothing. */
export const trustPaths = (value: JsonObject): readonly KeyPath[] => {
  const permissions = isObject(value.permissions) ? Object.keys(value.permissions) : []
  return [
    ...trustKeys.map((key) => [key]),
    ...permissions.filter((key) => !restrictive.includes(key)).map((key) => ['permissions', key]),
  ].filter((path) => saysSomething(valueAt(value, path)))
}

const saysSomething = (value: unknown): boolean =>
  typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined

/** The part of a project layer that trust is about, for a digest of it. */
export const trustPart = (value: JsonObject): readonly (readonly [string, unknown])[] =>
  trustPaths(value).map((path) => [path.join('.'), valueAt(value, path)])

/** The paths of `trustPaths` that the reference program also leaves out in a folder never trusted (2.1.332, seen). */
export const narrowTrustPaths = (value: JsonObject): readonly KeyPath[] =>
  [
    ['permissions', 'allow'],
    ['permissions', 'additionalDirectories'],
  ].filter((path) => valueAt(value, path) !== undefined)
