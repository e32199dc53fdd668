import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportArea } from '@steward/contract/areas/areas'
import { type Said, saidIn, say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'
import type { ImportedArea } from '../fields.ts'
import type { ReadingOptions } from '../options.ts'
import type { ReadBatch, Reading } from '../parse/read-batches.ts'
import type { FileSource } from '../read/source.ts'

export type ReadingRequest =
  | { kind: 'open'; path: string; name: string; area: ImportArea; options: ReadingOptions }
  | { kind: 'next' }
  | { kind: 'close' }

/** The thread's one answer to each request; a `problem` says why it can't open or go on. */
export type ReadingAnswer =
  /** The first message of a new thread, once it can take requests. */
  | { kind: 'up' }
  | ({ kind: 'opened' } & Pick<Reading, 'notes' | 'first'>)
  | { kind: 'batch'; batch: ReadBatch }
  | { kind: 'problem'; said: Said }
  | { kind: 'closed' }

/** The reader didn't start in time, whatever the file; it can be read later. */
export class ReaderUnavailable extends Error {
  override name = 'ReaderUnavailable'
}

export interface WorkerLimits {
  /** The heap limit of the thread in megabytes; beyond it, the thread ends. */
  heapMegabytes: number
  /** How long the thread may take to start, in milliseconds; reading time is counted separately. */
  startMs: number
  stallMs: number
  /** All of the reading; what happens between two batches doesn't count. */
  totalMs?: number
}

/** How long a thread may take to close its file, and how long it is kept idle, in milliseconds. */
const closeMs = 1_000
const idleMs = 60_000

/**
 * Reads a file in a worker thread bounded in time and memory, one batch ahead.
 * @throws {OperatorError} where it can't be read
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
  /** Aborted, with the reason, once no more can be read. */
  const ended = new AbortController()
  const stop = () => ended.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  const late = (ms: number) => {
    return new OperatorError(
      say(
        '{file} could not be read any further within {seconds} seconds. Is the file what its name says?',
        { file: name, seconds: ms / 1000 },
      ),
    )
  }

  /** Sends a request and waits for the answer; throws the reason why the reading has ended. */
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
  const { stallMs, totalMs = Number.POSITIVE_INFINITY } = limits
  let spent = 0
  const read = async (request: ReadingRequest) => {
    const began = performance.now()
    const left = totalMs - spent
    const answer = await (left < stallMs
      ? ask(request, left, () => late(totalMs))
      : ask(request, stallMs, () => late(stallMs)))
    spent += performance.now() - began
    if (answer.kind === 'problem') throw new OperatorError(saidIn(answer.said))
    return answer
  }
  const next = () => {
    const asked = read({ kind: 'next' })
    // The answer may be awaited later or never; don't report it as unhandled.
    asked.catch(() => {})
    return asked
  }
  const batches = async function* () {
    for (let coming = next(); ; ) {
      const answer = await coming
      if (answer.kind !== 'batch') return
      const { batch } = answer
      restoreReasons(batch)
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
    const opened = await read({ kind: 'open', path, name, area: area.key, options })
    if (opened.kind !== 'opened') throw new Error(`a thread answered ${opened.kind} to open`)
    const { notes, first } = opened
    return { area, notes: notes.map(saidIn), first, batches: batches(), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes sentences again of what came from the thread as plain objects. */
function restoreReasons({ rows, bad }: ReadBatch): void {
  for (const row of [...rows, ...bad])
    for (const each of row.reasons) each.reason = saidIn(each.reason)
}

function reasonOf(error: Error, name: string): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new OperatorError(
    say(
      '{file} takes more memory to read than an import may use. Is the file what its name says?',
      { file: name },
    ),
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

/** A thread kept for the next file, as starting one takes longer than reading most files. */
let idle: { worker: Worker; heapMegabytes: number; timer: NodeJS.Timeout } | undefined

/** Takes the idle thread or a new one; `isUp` is false until a new one sends its first message. */
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
  // Errors reach the caller who waits for an answer.
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = undefined
  })
  return { worker, isUp: false }
}

/** Keeps a thread for the next file, without keeping the process alive. */
function giveBackWorker(worker: Worker, heapMegabytes: number): void {
  if (idle) {
    void worker.terminate()
    return
  }
  worker.unref()
  const timer = setTimeout(() => void worker.terminate(), idleMs).unref()
  idle = { worker, heapMegabytes, timer }
}
