// Starts Steward on a fresh machine: installs what is locked, builds what is stale, then hands over
// to the pinned Node. Runs under any Node from 20 on; keeps to plain JavaScript for that reason.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
await build()
// What was made for one request is collected after eight megabytes of it, which are kept three times over. Of the
// other memory the C library would keep for each thread what it once needed; what is set already wins.
const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '262144' } = process.env
await runNode(['--max-semi-space-size=8', 'apps/server/src/main.ts'], {
  handOver: true,
  env: { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ },
})
