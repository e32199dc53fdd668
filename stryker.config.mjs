/** Mutation testing of what decides: see docs/testing.md. */
export default {
  mutate: [
    'apps/server/src/**/*.rules.ts',
    'apps/server/src/db/{conditions,listing,totals,write}.ts',
    'apps/server/src/modules/bulk.ts',
    'apps/web/src/ui/list/list-{codec,search}.ts',
    'apps/web/src/ui/page/search-fields.ts',
    'apps/web/src/api/record-cache.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  ignorePatterns: ['/docs', '/e2e', '/bench', '/data', 'dist', '*.png'],
  allowEmpty: false,
}
