// The fast inner loop: types, lint, directions, unused code, and the unit tests that reach what has changed
// since the last commit.
import './lib/node-version.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const { install } = await import('./lib/install.mjs')
const { check } = await import('./lib/check.mjs')
const { printFailures } = await import('./lib/failures.mjs')
const { binOf, root, runNode } = await import('./lib/run.mjs')

await install()
const { failures } = await check()
const unit = [binOf('vitest'), 'run', '--project', 'unit', '--reporter=dot']
// Without Git, as in an unpacked archive, they all run.
if (existsSync(join(root, '.git'))) unit.push('--changed', '--passWithNoTests')
const units = await runNode(unit)
if (unit.includes('--changed')) {
  console.log(
    'Left out: the unit tests that no file changed since the last commit reaches, the tests of the server and those in a browser. `npm test` runs them all.',
  )
}
printFailures(failures)
process.exitCode = failures.length > 0 || units !== 0 ? 1 : 0
