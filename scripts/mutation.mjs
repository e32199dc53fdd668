// Changes the code that decides, a little at a time, and counts the changes that a test notices:
// npm run test:mutation [-- --mutate apps/server/src/db/write.ts]
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { binOf, runNode } = await import('./lib/run.mjs')

await install()
const stryker = binOf('@stryker-mutator/core', 'stryker')
await runNode([stryker, 'run', ...process.argv.slice(2)], { handOver: true })
