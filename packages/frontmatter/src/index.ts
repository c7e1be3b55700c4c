export { parseFrontmatter, readMarkdown, splitFrontmatter, type Markdown } from './document.js'
export { flagOf, listOf, textOf } from './field.js'
export { createMatcher, globsOf } from './globs.js'
