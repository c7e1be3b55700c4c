export * from './load.js'
export * from './trust.js'
export * from './value.js'
export { scrubbedEnv } from './scrub.js'
export * from './settings-save.js'
export { managedDirOf, settingsPlaces, type Place, type PlaceOptions } from './place.js'
export {
  agentTranscript,
  projectPlaces,
  sessionPlaces,
  type PlacesOptions,
  type ProjectPlaces,
  type SessionPlaces,
} from './session-place.js'
export { parseDocument, type Document, type Unparsable } from './document.js'
export { type KeyPath } from './key-path.js'
export { isReserved } from './lock.js'
export { similarTo } from './similar.js'
export { surveySettings, surveyUnread, type SettingsReadings } from './survey.js'
export { mergeLayers } from './merge.js'
export { knownKeys, type KeyUse, type KnownKey } from './known-key.js'
