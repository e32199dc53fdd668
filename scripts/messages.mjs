// The messages of Steward and their translations; see packages/i18n/tools/main.ts and docs/translating.md.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
process.exitCode = await runNode(['packages/i18n/tools/main.ts', ...process.argv.slice(2)])
