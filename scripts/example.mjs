// The smallest server that the web app works with, in front of it the web app: npm run example
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await build()
await runNode(['e2e/smallest-server.ts'], { handOver: true })
