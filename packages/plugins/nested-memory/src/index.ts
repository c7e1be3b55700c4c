export { readIndex } from './auto-memory.js'
export { nestedMemory } from './nested-memory.js'
export type { NestedMemoryOptions } from './setup.js'
export { surveyMemory, type SurveyedFile } from './survey.js'
