// Installs what is locked and builds what is stale.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')

await install()
await build()
