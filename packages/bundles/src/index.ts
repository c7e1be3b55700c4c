export type { Bundle, BundleError } from './bundle.js'
export { surveyBundles } from './survey.js'
export { loadBundles, type BundleOptions, type Bundles } from './bundles.js'
