import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'
import { answers, lockPath, socketDirectory, takeLock } from './lock.ts'

/** A running engine, of this process or of another one. */
interface Engine {
  /** The directory of its socket, as `host` of `pg`. */
  host: string
  /** Ends the engine if this process runs it. */
  close(): Promise<void>
}

export class DirectoryOpen extends OperatorError {}

const socketName = '.s.PGSQL.5432'

/**
 * Opens the embedded engine of a data directory.
 * @param options.share joins the engine of a running server
 * @param options.prepare called with the lock held, before the engine starts
 * @throws {DirectoryOpen} if another process has the directory open and `share` is off
 */
export async function openEngine(
  dataDir: string,
  options: {
    share: boolean
    prepare?: ((directory: string) => Promise<void>) | undefined
    onCrash: (error: Error) => void
  },
): Promise<Engine> {
  const host = await socketDirectory(dataDir)
  const release = await takeLock(host)
  if (!release) {
    if (options.share) return await joinEngine(host)
    throw new DirectoryOpen(
      `The data directory ${dataDir} is open in another process. Stop that one first, or set DATA_DIR to another directory.`,
    )
  }
  const socket = join(host, socketName)
  try {
    await rm(socket, { force: true })
    const directory = join(dataDir, 'database')
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await options.prepare?.(directory)
    const close = await startWorker(directory, socket, options.onCrash)
    return {
      host,
      close: async () => {
        await close()
        await rm(socket, { force: true })
        await release()
      },
    }
  } catch (error) {
    await release()
    if (error instanceof OperatorError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(
      say('The database in {dataDir} could not be opened: {reason}', { dataDir, reason }),
    )
  }
}

/** Connects to the engine of another process, which may still be starting. */
async function joinEngine(host: string): Promise<Engine> {
  const socket = join(host, socketName)
  for (let tries = 0; tries < 150; tries += 1) {
    if (await answers(socket)) return { host, close: async () => {} }
    if (!(await answers(lockPath(host)))) break
    await wait(200)
  }
  throw new OperatorError(
    'Another process has the data directory open, but its database does not answer. Stop that process and try again.',
  )
}

function startWorker(
  directory: string,
  socket: string,
  onCrash: (error: Error) => void,
): Promise<() => Promise<void>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directory, socket },
  })
  return new Promise((ready, fail) => {
    let state: 'starting' | 'running' | 'closing' = 'starting'
    const ended = (error: Error) => {
      if (state === 'starting') fail(error)
      else if (state === 'running') onCrash(error)
    }
    worker.on('error', ended)
    worker.on('exit', (code) => ended(new Error(`the database engine ended (${code})`)))
    worker.on('message', (message) => {
      // Node's watcher posts file names to this listener, too.
      if (message !== 'ready' || state !== 'starting') return
      state = 'running'
      let closed: Promise<void> | undefined
      ready(() => {
        state = 'closing'
        closed ??= new Promise((done) => {
          worker.once('exit', () => done())
          worker.postMessage('close')
        })
        return closed
      })
    })
  })
}
