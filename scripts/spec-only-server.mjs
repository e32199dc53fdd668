// A server that takes the specification to the letter, for tests by hand: npm run spec-only-server -- --help
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
if (!process.argv.includes('--help')) await build()
await runNode(['e2e/spec-only-server/main.ts', ...process.argv.slice(2)], { handOver: true })
