// Takes the pictures of the README and of docs/integrations from the running product.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { findChromium } = await import('./lib/chromium.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await build()
const chromium = await findChromium()
await runNode(['e2e/pictures.ts'], {
  handOver: true,
  env: chromium ? { STEWARD_CHROMIUM: chromium } : {},
})
