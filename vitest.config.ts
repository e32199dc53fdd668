import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start servers and commands take longest, whatever their size. */
const slow =
  /\/server\/src\/(main\.|docs-commands\.|new-area\.|backup\/|cli\/|http\/guard\.|modules\/accounts\/registration\.|modules\/imports\/|.*(scale|kill|property)\.test\.)/

/** The slowest files first, so that none of them is what all others have to wait for at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/contract/src/**/*.test.ts',
            'packages/i18n/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/server/src/**/*.unit.test.ts',
            'cluster/**/*.test.ts',
          ],
          // What lies behind the sign-in loads all routes at its start.
          setupFiles: [
            'vitest.setup.ts',
            'apps/web/src/testing/page-timers.ts',
            'apps/web/src/api/all-routes.ts',
          ],
          // The files share what is loaded, which is most of their time; each cleans up after itself.
          isolate: false,
          maxWorkers: '100%',
          // Style sheets are left out, but where a test asks for the text of one.
          css: { include: [/\.css\?raw$/] },
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['apps/server/src/**/*.unit.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          setupFiles: ['vitest.setup.ts'],
          env: {
            // The many servers and commands that tests start need not compile the same code anew.
            NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/node', import.meta.url)),
            // Commands speak English, whatever the language of the machine.
            LC_ALL: 'C.UTF-8',
          },
          isolate: false,
          // After the unit tests, whose workers are others.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          // A busy machine takes its time.
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 240_000,
          // More than two cores have: some of what is tested is waiting.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['deploy/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
