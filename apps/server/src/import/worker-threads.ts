import { Worker } from 'node:worker_threads'

/** What a new thread says first, once it can be asked. */
export const threadIsUp = { kind: 'up' } as const

/** A thread that waits for its next file; starting one anew takes longer than most files. */
let idle: { worker: Worker; heapMegabytes: number; timer: NodeJS.Timeout } | undefined

/** Milliseconds that it waits. */
const longestIdle = 60_000

/**
 * A worker thread that reads files to import.
 * @param heapMegabytes of its heap, after which it ends by itself with `ERR_WORKER_OUT_OF_MEMORY`
 * @returns `isUp` says whether it has started; a new one says so by {@link threadIsUp}
 */
export function takeWorker(heapMegabytes: number): { worker: Worker; isUp: boolean } {
  if (idle?.heapMegabytes === heapMegabytes) {
    const { worker, timer } = idle
    idle = undefined
    clearTimeout(timer)
    forget(worker)
    worker.ref()
    return { worker, isUp: true }
  }
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: Math.max(1, Math.floor(heapMegabytes / 8)),
    },
    // It needs no setting, and no secret.
    env: {},
  })
  return { worker, isUp: false }
}

/** Keeps a thread that has closed its file for the next one; it doesn't hold up the end of the process. */
export function giveBackWorker(worker: Worker, heapMegabytes: number): void {
  forget(worker)
  if (idle) {
    void worker.terminate()
    return
  }
  const drop = () => {
    if (idle?.worker === worker) idle = undefined
  }
  worker.on('error', drop)
  worker.on('exit', drop)
  worker.unref()
  const timer = setTimeout(() => {
    drop()
    void worker.terminate()
  }, longestIdle)
  timer.unref()
  idle = { worker, heapMegabytes, timer }
}

/** Only what was listened to here: a worker listens to itself as well. */
function forget(worker: Worker): void {
  for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name)
}
