import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { serveSocket } from './socket-server.ts'

const { directory, socket } = workerData as { directory: string; socket: string }
const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')

// The engine's file system sets new files to mode 0666; here they stay private to their owner.
const { chmodSync, fchmodSync } = fs
const ownerOnly = (mode: fs.Mode) => Number(mode) & 0o700
fs.chmodSync = (path, mode) => chmodSync(path, ownerOnly(mode))
fs.fchmodSync = (file, mode) => fchmodSync(file, ownerOnly(mode))

const engine = await PGlite.create(directory, { extensions: { pg_trgm } })
// All connections share one session, so its settings are made once.
await engine.exec(`set timezone = 'UTC'; set client_min_messages = 'warning'`)

const server = await serveSocket(engine, socket, (error) => {
  // This ends the process; the next start recovers what was committed.
  setImmediate(() => {
    throw error
  })
})
port.postMessage('ready')

port.once('message', async () => {
  await server.stop()
  await engine.close()
  port.postMessage('closed')
  port.close()
})
