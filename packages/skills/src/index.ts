export { openSkills, type Skills, type SkillsOptions } from './skills.js'
export { projectPowers } from './power.js'
export type { BundleSkills, SkillRoots } from './search.js'
export type { Skill, SkillBundle, SkillOrigin, SkillPlace } from './skill.js'
