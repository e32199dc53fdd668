// The fast inner loop: types, lint, directions, unused code, unit tests.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { check } = await import('./lib/check.mjs')
const { binOf, runNode } = await import('./lib/run.mjs')

await install()
const { failed } = await check()
const units = await runNode([binOf('vitest'), 'run', '--project', 'unit', '--reporter=dot'])
process.exitCode = failed > 0 || units !== 0 ? 1 : 0
