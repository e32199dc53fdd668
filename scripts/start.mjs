// Starts Steward on a fresh machine: installs what is locked, builds what is stale, then hands over
// to the pinned Node. Runs under any Node from 20 on; keeps to plain JavaScript for that reason.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await build()
await runNode(['apps/server/src/main.ts'], { handOver: true })
