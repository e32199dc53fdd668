import { binOf, runNode } from './run.mjs'

/**
 * What is checked without running Steward, each with a name for people. Only named when asked, since
 * the tools may not be installed when this file is read.
 */
const steps = () => [
  ['types of the contract', [binOf('typescript-7', 'tsc'), '-p', 'packages/contract']],
  ['types of the server', [binOf('typescript-7', 'tsc'), '-p', 'apps/server']],
  ['class names of the web app', [binOf('@css-modules-kit/codegen', 'cmk'), '-p', 'apps/web']],
  ['types of the web app', [binOf('typescript-7', 'tsc'), '-p', 'apps/web']],
  ['types of the rest', [binOf('typescript-7', 'tsc'), '-p', '.']],
  ['format and lint', [binOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings']],
  [
    'directions',
    [
      binOf('dependency-cruiser', 'depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      'apps',
      'packages',
    ],
  ],
  ['unused code', [binOf('knip'), '--no-progress']],
]

/**
 * Runs the checks, all of them even if one fails.
 * @returns {Promise<{ passed: number, failed: number }>} how many were clean
 */
export async function check() {
  const failed = []
  const all = steps()
  for (const [name, command] of all) {
    if ((await runNode(command)) !== 0) failed.push(name)
  }
  if (failed.length > 0) console.error(`\nNot clean: ${failed.join(', ')}.\n`)
  return { passed: all.length - failed.length, failed: failed.length }
}
