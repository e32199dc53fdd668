import { binOf, runNode } from './run.mjs'

/** What is checked without running Steward, each with a name for people. */
const steps = [
  ['types of the contract', [binOf('typescript', 'tsc'), '-p', 'packages/contract']],
  ['types of the server', [binOf('typescript', 'tsc'), '-p', 'apps/server']],
  ['types of the web app', [binOf('typescript', 'tsc'), '-p', 'apps/web']],
  ['types of the rest', [binOf('typescript', 'tsc'), '-p', '.']],
  ['format and lint', [binOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings']],
  ['directions', ['scripts/directions.mjs']],
  ['unused code', [binOf('knip'), '--no-progress']],
]

/**
 * Runs the checks, all of them even if one fails.
 * @param {{ units: boolean }} options units: run the unit tests of contract and web too
 * @returns {Promise<boolean>} whether all are clean
 */
export async function check({ units }) {
  const failed = []
  const all = units
    ? [...steps, ['unit tests', [binOf('vitest'), 'run', '--project', 'unit']]]
    : steps
  for (const [name, command] of all) {
    const code = await runNode(command)
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) console.error(`\nNot clean: ${failed.join(', ')}.`)
  return failed.length === 0
}
