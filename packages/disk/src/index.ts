export { readText, readTextSync, type Reading } from './text.js'
export { makeFolder, makeFolderSync } from './folder.js'
export { realPathOf } from './real-path.js'
