import { globSync } from 'node:fs'
import parts from './mutation.json' with { type: 'json' }

/** Mutation testing of one part of what decides: see docs/testing.md. */
const name = process.env.STEWARD_MUTATION ?? 'rules'
const part = parts[name]
const moved = [...part.mutate, ...part.tests].find((pattern) => globSync(pattern).length === 0)
if (moved) throw new Error(`No file matches “${moved}” of mutation.json.`)

export default {
  mutate: part.mutate,
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `reports/mutation-${name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: part.break, break: part.break },
  ignorePatterns: ['/docs', '/e2e', '/bench', '/data', 'dist', '*.png'],
  allowEmpty: false,
}
