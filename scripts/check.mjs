// The fast inner loop: types, lint, directions, unused code, unit tests.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { check } = await import('./lib/check.mjs')

await install()
process.exitCode = (await check({ units: true })) ? 0 : 1
