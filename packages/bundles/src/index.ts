export type { Bundle, BundleError } from './bundle.js'
export { loadBundles, type BundleOptions, type Bundles } from './bundles.js'
