// Starts the server once on an empty database, so that Node's cache of compiled code is in the image.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'steward-warm-up-'))
const env = { ...process.env, DATA_DIR: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'warn' }
const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
server.stdout.on('data', (text) => {
  if (text.includes('ready at')) server.kill('SIGTERM')
})
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
