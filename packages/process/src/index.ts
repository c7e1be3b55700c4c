export { runChild, startChild } from './child.js'
export type { Child, ChildEnding, ChildExit, ChildSpec, OutputStream } from './spec.js'
export { findProgram, isProgram } from './program.js'
export { behindPrefix } from './shell-prefix.js'
