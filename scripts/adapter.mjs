// An adapter to a REST server in the manner of json-server, in front of it the web app: npm run adapter -- ADDRESS
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await build()
await runNode(['e2e/json-server-adapter.ts', ...process.argv.slice(2)], { handOver: true })
