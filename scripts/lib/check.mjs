import { binOf, runNode } from './run.mjs'

/** The types of a project; what is unchanged since the last time isn't looked at again. */
const types = (name, project) => [
  `types of ${name}`,
  [
    binOf('typescript-7', 'tsc'),
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${project === '.' ? 'rest' : project}.tsbuildinfo`,
  ],
]

/**
 * What is checked without running Steward, each with a name for people, in two rows that run beside one
 * another. Only named when asked, since the tools may not be installed when this file is read.
 */
const rows = () => [
  [
    // The types of the web app need those of its class names.
    ['class names of the web app', [binOf('@css-modules-kit/codegen', 'cmk'), '-p', 'apps/web']],
    types('the web app', 'apps/web'),
    types('the rest', '.'),
    types('the contract', 'packages/contract'),
  ],
  [
    types('the server', 'apps/server'),
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
    ['messages', ['packages/i18n/tools/main.ts', '--check']],
  ],
]

/**
 * Runs the checks, all of them even if one fails.
 * @returns {Promise<{ passed: number, failures: { name: string, message: string }[] }>} how many were clean, and which were not
 */
export async function check() {
  const failures = []
  const all = rows()
  await Promise.all(
    all.map(async (row) => {
      for (const [name, command] of row) {
        const code = await runNode(command)
        if (code !== 0) failures.push({ name, message: `ended with ${code}; its output is above` })
      }
    }),
  )
  return { passed: all.flat().length - failures.length, failures }
}
