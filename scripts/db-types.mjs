// Generates the types of the tables from the schema as the migrations leave it.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { binOf, runNode } = await import('./lib/run.mjs')

await install()
const test = 'apps/server/src/db/schema/schema.test.ts'
await runNode([binOf('vitest'), 'run', '--project', 'server', test, '--update'], { handOver: true })
