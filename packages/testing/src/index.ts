export * from './alive.js'
export * from './project.js'
export * from './scope.js'
export * from './until.js'
