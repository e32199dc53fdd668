// The tests of the server on a distributed database: CITUS_URL=postgres://… npm run test:citus [-- file]
import './lib/node-version.mjs'

if (!process.env.CITUS_URL) {
  console.log(
    'Skipped: CITUS_URL names no coordinator. docs/scaling.md says what the tests on Citus need.',
  )
  process.exit(0)
}

/** Left out is what is about one PostgreSQL: its plans, pools and standbys, and backups compared by their schema. */
const suites = [
  'citus',
  'modules',
  'uploads',
  'db/counts',
  'db/filters',
  'db/list',
  'db/write',
  'testing/integrity.test.ts',
  'backup/concurrent-writes.test.ts',
].map((path) => `apps/server/src/${path}`)

const { install } = await import('./lib/install.mjs')
const { binOf, runNode } = await import('./lib/run.mjs')

await install()
const given = process.argv.slice(2)
process.exitCode = await runNode(
  [binOf('vitest'), 'run', '--project', 'server', ...(given.length > 0 ? given : suites)],
  { env: { NO_COLOR: '1' } },
)
