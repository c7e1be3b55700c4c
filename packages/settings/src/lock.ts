import type { JsonObject } from '@raider/contracts'

/** Kinds of things that managed settings can reserve. */
type Reserved = 'skills' | 'agents' | 'mcp'

/** May things of a kind come from managed folders and plugins only? By `strictPluginOnlyCustomization`, which only managed settings have. */
export const isReserved = ({ strictPluginOnlyCustomization: kinds }: JsonObject, kind: Reserved): boolean =>
  kinds === true || (Array.isArray(kinds) && kinds.includes(kind))
