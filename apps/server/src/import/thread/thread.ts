import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportArea } from '@steward/contract/areas/areas'
import { OperatorError } from '../../operator-error.ts'
import type { ReadBatch, Reading } from '../drafts/reading.ts'
import type { ImportedArea } from '../fields.ts'
import type { ReadingOptions } from '../options.ts'
import type { FileSource } from '../read/source.ts'

export type ReadingRequest =
  | { kind: 'open'; path: string; name: string; area: ImportArea; options: ReadingOptions }
  | { kind: 'next' }
  | { kind: 'close' }

/** One answer a request; a `problem` says why there is nothing to open, or no further batch. */
export type ReadingAnswer =
  /** The first message of a thread, once it can be asked. */
  | { kind: 'up' }
  | ({ kind: 'opened' } & Pick<Reading, 'notes' | 'first'>)
  | { kind: 'batch'; batch: ReadBatch }
  | { kind: 'problem'; message: string }
  | { kind: 'closed' }

/** Nothing is wrong with the file: it can be read later. */
export class ReaderUnavailable extends Error {
  override name = 'ReaderUnavailable'
}

export interface WorkerLimits {
  /** Megabytes of its heap, after which it ends. */
  heapMegabytes: number
  /** Until it has started; what it takes to read counts from there on. */
  startMs: number
  stallMs: number
  totalMs?: number
}

/** Milliseconds in which a thread has to close its file, and that it waits for the next one. */
const closeMs = 1_000
const idleMs = 60_000

/**
 * Reads a file in a worker thread bounded in time and memory, one batch ahead.
 * @throws {OperatorError} where it can't be read @throws {ReaderUnavailable} where the thread didn't start
 * in time
 */
export async function openInWorker(
  { path, name }: FileSource,
  area: ImportedArea,
  options: ReadingOptions,
  limits: WorkerLimits,
  signal?: AbortSignal,
): Promise<Reading> {
  const { worker, isUp } = takeWorker(limits.heapMegabytes)
  /** Aborted with the reason once there is nothing more to read. */
  const ended = new AbortController()
  const stop = () => ended.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  const late = (ms: number) => {
    const time = `${(ms / 1000).toLocaleString('en')} seconds`
    return new OperatorError(
      `${name} could not be read any further within ${time}. Is the file what its name says?`,
    )
  }

  /** Sends a request and waits for the answer. @throws why the reading has ended */
  const ask = async (request: ReadingRequest | null, ms: number, onLate: () => Error) => {
    ended.signal.throwIfAborted()
    const timer = setTimeout(() => ended.abort(onLate()), ms)
    try {
      const answered = once(worker, 'message', { signal: ended.signal })
      if (request) worker.postMessage(request)
      const [answer]: ReadingAnswer[] = await answered
      return answer as ReadingAnswer
    } catch (error) {
      ended.abort(reasonOf(error as Error, name))
      throw ended.signal.reason
    } finally {
      clearTimeout(timer)
    }
  }
  let deadline = Number.POSITIVE_INFINITY
  const read = async (request: ReadingRequest) => {
    const { stallMs, totalMs = stallMs } = limits
    const left = deadline - performance.now()
    const answer = await (left < stallMs
      ? ask(request, left, () => late(totalMs))
      : ask(request, stallMs, () => late(stallMs)))
    if (answer.kind === 'problem') throw new OperatorError(answer.message)
    return answer
  }
  const next = () => {
    const asked = read({ kind: 'next' })
    // It is awaited later, or not at all.
    asked.catch(() => {})
    return asked
  }
  const batches = async function* () {
    for (let coming = next(); ; ) {
      const answer = await coming
      if (answer.kind !== 'batch') return
      const { batch } = answer
      if (!batch.last) coming = next()
      yield batch
      if (batch.last) return
    }
  }
  const close = async () => {
    const isOrderly = !ended.signal.aborted
    ended.abort(new Error('the reading is closed'))
    signal?.removeEventListener('abort', stop)
    if (isOrderly && (await closeFile(worker))) giveBackWorker(worker, limits.heapMegabytes)
    else await worker.terminate()
  }
  try {
    if (!isUp) await ask(null, limits.startMs, () => new ReaderUnavailable())
    if (limits.totalMs) deadline = performance.now() + limits.totalMs
    const opened = await read({ kind: 'open', path, name, area: area.key, options })
    if (opened.kind !== 'opened') throw new Error(`a thread answered ${opened.kind} to open`)
    const { notes, first } = opened
    return { area, notes, first, batches: batches(), close }
  } catch (error) {
    await close()
    throw error
  }
}

function reasonOf(error: Error, name: string): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new OperatorError(
    `${name} takes more memory to read than an import may use. Is the file what its name says?`,
  )
}

async function closeFile(worker: Worker): Promise<boolean> {
  const answers = on(worker, 'message', { signal: AbortSignal.timeout(closeMs) })
  worker.postMessage({ kind: 'close' })
  try {
    for await (const [answer] of answers) if (answer.kind === 'closed') return true
  } catch {}
  return false
}

/** A thread that waits for its next file; starting one anew takes longer than most files. */
let idle: { worker: Worker; heapMegabytes: number; timer: NodeJS.Timeout } | undefined

/** @returns a thread, and whether it is up already; a new one says so by a message */
function takeWorker(heapMegabytes: number): { worker: Worker; isUp: boolean } {
  if (idle?.heapMegabytes === heapMegabytes) {
    const { worker, timer } = idle
    idle = undefined
    clearTimeout(timer)
    worker.ref()
    return { worker, isUp: true }
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: Math.max(1, Math.floor(heapMegabytes / 8)),
    },
    env: {},
  })
  // A failure reaches whoever waits for an answer.
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = undefined
  })
  return { worker, isUp: false }
}

/** Keeps a thread for the next file; it doesn't hold up the end of the process. */
function giveBackWorker(worker: Worker, heapMegabytes: number): void {
  if (idle) {
    void worker.terminate()
    return
  }
  worker.unref()
  const timer = setTimeout(() => void worker.terminate(), idleMs).unref()
  idle = { worker, heapMegabytes, timer }
}
