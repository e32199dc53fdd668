import { defineConfig } from 'vitest/config'

/** The few tests that stryker.config.mjs runs for each mutant: quick ones, close to the code. */
export default defineConfig({
  test: {
    include: [
      'apps/server/src/**/*.unit.test.ts',
      'apps/server/src/db/{listing-query,write}.test.ts',
      'apps/server/src/modules/bulk.test.ts',
      'apps/server/src/modules/categories/categories.rules.test.ts',
      'apps/web/src/ui/list/list-codec*.test.ts',
      'apps/web/src/api/record-cache*.test.ts',
    ],
    globalSetup: ['apps/server/src/testing/shared-setup.ts'],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
