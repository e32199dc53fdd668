import { defineConfig } from 'vitest/config'
import parts from './mutation.json' with { type: 'json' }

const part = parts[(process.env['STEWARD_MUTATION'] ?? 'rules') as keyof typeof parts]
const onServer = part.tests.some((test) => test.startsWith('apps/server/'))

/** The few tests that stryker.config.mjs runs for each mutant of a part: those beside its code. */
export default defineConfig({
  test: {
    include: part.tests,
    exclude: ['**/*.scale.test.ts'],
    setupFiles: onServer ? [] : ['apps/web/src/api/all-routes.ts'],
    globalSetup: onServer ? ['apps/server/src/testing/shared-setup.ts'] : [],
    // Those in jsdom share what they load, as in vitest.config.ts.
    isolate: onServer,
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
