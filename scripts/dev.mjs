// The watching server and the watching web app, side by side, until Ctrl-C.
import './lib/node-version.mjs'

const { install } = await import('./lib/install.mjs')
const { binOf, runNode } = await import('./lib/run.mjs')

await install()
const port = process.env.PORT ?? '4000'
const ended = await Promise.race([
  runNode([
    '--watch-path=apps/server/src',
    '--watch-path=packages/contract/src',
    'apps/server/src/main.ts',
  ]),
  runNode([binOf('vite'), 'apps/web'], { env: { STEWARD_API_PORT: port } }),
])
process.kill(process.pid, 'SIGTERM')
process.exitCode = ended
