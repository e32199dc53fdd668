// The command line: npm run steward -- help
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await runNode(['apps/server/src/cli/main.ts', ...process.argv.slice(2)], { handOver: true })
