import { defineConfig } from 'vitest/config'

/** Tests run against the sources: the condition `@raider/source` of every package points there. */
export default defineConfig({
  resolve: { conditions: ['@raider/source', 'node', 'import', 'default'] },
  ssr: {
    resolve: {
      conditions: ['@raider/source', 'node', 'import', 'default'],
      externalConditions: ['@raider/source', 'node', 'import'],
    },
  },
  test: {
    include: ['packages/**/src/**/*.test.ts', 'conformance/*.test.mjs', 'scripts/*.test.mjs'],
    testTimeout: 20_000,
    reporters: ['default'],
  },
})
