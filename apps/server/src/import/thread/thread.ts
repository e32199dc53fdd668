import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportArea } from '@steward/contract/areas/areas'
import { OperatorError } from '../../operator-error.ts'
import { gatherDates } from '../date-order.ts'
import type { ReadBatch, Reading } from '../drafts/reading.ts'
import type { ImportedArea } from '../fields.ts'
import type { ReadingOptions } from '../options.ts'
import type { FileSource } from '../read/source.ts'

/** What the thread is asked: to open a file, for its next batch, and to close it. */
export type ReadingRequest =
  | { kind: 'open'; path: string; name: string; area: ImportArea; options: ReadingOptions }
  | { kind: 'next' }
  | { kind: 'close' }

/** What it answers, one answer a request; a `problem` says why there is nothing to open, or no further batch. */
export type ReadingAnswer =
  /** The first message of a thread, once it can be asked. */
  | { kind: 'up' }
  | ({ kind: 'opened' } & Pick<Reading, 'notes' | 'look' | 'dates'>)
  | { kind: 'batch'; batch: ReadBatch }
  | { kind: 'problem'; message: string }
  | { kind: 'closed' }

/** The thread that reads did not start in time: nothing is wrong with the file, and later it may be read. */
export class ReaderUnavailable extends Error {
  override name = 'ReaderUnavailable'
}

/** What the thread that reads a file may take; times in milliseconds. */
export interface WorkerLimits {
  /** Megabytes of its heap, after which it ends. */
  heapMegabytes: number
  /** Until it has started; what it takes to read counts from there on. */
  startMs: number
  /** For each batch. */
  stallMs: number
  /** For all that is read; any time unless given. */
  totalMs?: number
}

/** Milliseconds in which a thread has to close its file, and that it waits for the next one. */
const closeMs = 1_000
const idleMs = 60_000

/**
 * Opens a file and reads it as `openReading` does, in a worker thread: whatever the file holds, its
 * reading takes no time of this thread's event loop and no more memory than it is given. One batch
 * is read ahead while another one is worked on.
 * @param signal ends the reading after the batch at hand
 * @throws {OperatorError} where the file can't be read, also for want of time or memory
 * @throws {ReaderUnavailable} where the thread didn't start in time
 */
export async function openInWorker(
  { path, name }: FileSource,
  area: ImportedArea,
  options: ReadingOptions,
  limits: WorkerLimits,
  signal?: AbortSignal,
): Promise<Reading> {
  const { worker, isUp } = takeWorker(limits.heapMegabytes)
  /** Aborted once there is nothing more to read, with the error, or with `null` where the caller has ended it. */
  const end = new AbortController()
  const isEnded = () => end.signal.aborted && end.signal.reason === null
  const late = (ms: number) => () => {
    const time = `${(ms / 1000).toLocaleString('en')} seconds`
    end.abort(
      new OperatorError(
        `${name} could not be read any further within ${time}. Is the file what its name says?`,
      ),
    )
  }
  const stop = () => end.abort(null)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  worker.on('error', (error) => end.abort(reasonOf(error, name)))
  worker.on('exit', () => end.abort(new Error('the thread of an import ended')))

  /** Sends a request and waits for the answer. @throws why the reading has ended */
  const ask = async (request: ReadingRequest | null, ms: number, onLate = late(ms)) => {
    end.signal.throwIfAborted()
    const answered = once(worker, 'message', { signal: end.signal })
    if (request) worker.postMessage(request)
    const timer = setTimeout(onLate, ms)
    try {
      const [answer]: ReadingAnswer[] = await answered
      if (answer?.kind === 'problem') throw new OperatorError(answer.message)
      return answer
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }
  const next = () => {
    const asked = ask({ kind: 'next' }, limits.stallMs)
    // It is awaited later, or not at all.
    asked.catch(() => {})
    return asked
  }
  let total: NodeJS.Timeout | undefined
  const release = () => {
    signal?.removeEventListener('abort', stop)
    clearTimeout(total)
  }
  const batches = async function* () {
    let coming = next()
    for (;;) {
      const answer = await coming.catch((error) => {
        if (isEnded()) return undefined
        throw error
      })
      if (isEnded() || answer?.kind !== 'batch') return
      const { batch } = answer
      if (batch.last) release()
      else coming = next()
      yield batch
      if (batch.last) return
    }
  }
  const close = async () => {
    const hasFailed = end.signal.aborted && !isEnded()
    stop()
    release()
    if (hasFailed || !(await closeFile(worker))) await worker.terminate()
    else giveBackWorker(worker, limits.heapMegabytes)
  }
  try {
    if (!isUp) await ask(null, limits.startMs, () => end.abort(new ReaderUnavailable()))
    if (limits.totalMs) total = setTimeout(late(limits.totalMs), limits.totalMs)
    const opened = await ask({ kind: 'open', path, name, area: area.key, options }, limits.stallMs)
    if (opened?.kind !== 'opened') throw new Error(`a thread answered ${opened?.kind} to open`)
    const { notes, look, dates } = opened
    return { area, notes, look, dates, batches: batches(), close }
  } catch (error) {
    // Ended before it began, it has nothing to say and no batch.
    const nothing = { area, notes: [], look: null, dates: gatherDates().end(), batches: batches() }
    const wasEnded = isEnded()
    await close()
    if (wasEnded) return nothing
    throw error
  }
}

function reasonOf(error: Error, name: string): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new OperatorError(
    `${name} takes more memory to read than an import may use. Is the file what its name says?`,
  )
}

/** @returns whether it was closed in time */
const closeFile = (worker: Worker): Promise<boolean> =>
  new Promise((done) => {
    const timer = setTimeout(() => done(false), closeMs)
    worker.on('message', (answer: ReadingAnswer) => {
      if (answer.kind !== 'closed') return
      clearTimeout(timer)
      done(true)
    })
    worker.postMessage({ kind: 'close' })
  })

/** A thread that waits for its next file; starting one anew takes longer than most files. */
let idle: { worker: Worker; heapMegabytes: number; timer: NodeJS.Timeout } | undefined

/** @returns a thread, and whether it is up already; a new one says so by a message */
function takeWorker(heapMegabytes: number): { worker: Worker; isUp: boolean } {
  if (idle?.heapMegabytes === heapMegabytes) {
    const { worker, timer } = idle
    idle = undefined
    clearTimeout(timer)
    forget(worker)
    worker.ref()
    return { worker, isUp: true }
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: Math.max(1, Math.floor(heapMegabytes / 8)),
    },
    // It needs no setting, and no secret.
    env: {},
  })
  return { worker, isUp: false }
}

/** Keeps a thread for the next file; it doesn't hold up the end of the process. */
function giveBackWorker(worker: Worker, heapMegabytes: number): void {
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
  const timer = setTimeout(() => void worker.terminate(), idleMs)
  timer.unref()
  idle = { worker, heapMegabytes, timer }
}

/** Only what was listened to here: a worker listens to itself as well. */
function forget(worker: Worker): void {
  for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name)
}
