// What is measured, and against what: npm run bench [-- --rows 1000000] [--only writes --only live]
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { findChromium } = await import('./lib/chromium.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await build()
const chromium = await findChromium()
await runNode(['bench/main.ts', ...process.argv.slice(2)], {
  handOver: true,
  env: chromium ? { STEWARD_CHROMIUM: chromium } : {},
})
