import type { Worker } from 'node:worker_threads'
import type { ImportArea } from '@steward/contract/areas'
import { OperatorError } from '../operator-error.ts'
import { gatherDates } from './date-order.ts'
import type { ImportedArea } from './fields.ts'
import type { ReadBatch, Reading } from './reading.ts'
import type { ReadingOptions } from './reading-options.ts'
import type { FileSource } from './source.ts'
import { giveBackWorker, takeWorker, type threadIsUp } from './worker-threads.ts'

/** What the thread is asked: to open a file, for its next batch, and to close it. */
export type ReadingRequest =
  | { kind: 'open'; path: string; name: string; area: ImportArea; options: ReadingOptions }
  | { kind: 'next' }
  | { kind: 'close' }

/** The thread that reads did not start in time: nothing is wrong with the file, and later it may be read. */
export class ReaderUnavailable extends Error {
  override name = 'ReaderUnavailable'
}

/** What it answers; a `problem` says why there is nothing to open, or no further batch. */
export type ReadingAnswer =
  | typeof threadIsUp
  | ({ kind: 'opened' } & Pick<Reading, 'notes' | 'look' | 'dates'>)
  | { kind: 'batch'; batch: ReadBatch }
  | { kind: 'problem'; message: string }
  | { kind: 'closed' }

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

/**
 * Opens a file and reads it as `openReading` does, in a worker thread: whatever the file holds, its
 * reading takes no time of this thread's event loop and no more memory than it is given. One batch
 * is read ahead while another one is worked on.
 * @param signal ends the reading after the batch at hand
 * @throws {OperatorError} where the file can't be read, also for want of time or memory
 * @throws {ReaderUnavailable} where the thread didn't start in time
 */
export async function openInWorker(
  source: FileSource,
  area: ImportedArea,
  options: ReadingOptions,
  limits: WorkerLimits,
  signal?: AbortSignal,
): Promise<Reading> {
  const thread = new ReadingThread(source, area, options, limits, signal)
  try {
    const opened = await thread.next()
    // Ended before it began, it has nothing to say and no batch.
    const { notes, look, dates } =
      opened?.kind === 'opened'
        ? opened
        : { notes: [], look: null, dates: gatherDates(undefined).end() }
    const close = () => thread.close()
    return { area, notes, look, dates, batches: thread.batches(), close }
  } catch (error) {
    await thread.close()
    throw error
  }
}

/** Milliseconds in which a thread has to close its file, or is ended. */
const longestClose = 1_000

class ReadingThread {
  readonly #worker: Worker
  readonly #name: string
  readonly #limits: WorkerLimits
  readonly #answers: ReadingAnswer[] = []
  /** Why there are no more answers; null where somebody has ended the reading. */
  #end: { error: unknown } | null | undefined
  #closing = false
  #changed = () => {}
  readonly #release: () => void
  /** Resolves once the thread has started, or the reading is ended. */
  readonly #up: Promise<void>
  #isUp = () => {}

  constructor(
    { path, name }: FileSource,
    area: ImportedArea,
    options: ReadingOptions,
    limits: WorkerLimits,
    signal: AbortSignal | undefined,
  ) {
    this.#name = name
    this.#limits = limits
    const { worker, isUp } = takeWorker(limits.heapMegabytes)
    this.#worker = worker
    let timer: NodeJS.Timeout | undefined
    this.#up = new Promise<void>((done) => {
      this.#isUp = done
    })
    const begin = () => {
      clearTimeout(timer)
      const { totalMs } = limits
      timer = totalMs === undefined ? undefined : setTimeout(() => this.#late(totalMs), totalMs)
      this.#isUp()
    }
    this.#worker.on('message', (answer: ReadingAnswer) => {
      if (answer.kind === 'up') {
        if (this.#end === undefined) begin()
        return
      }
      this.#answers.push(answer)
      this.#changed()
    })
    this.#worker.on('error', (error) => this.#stop({ error: this.#reasonOf(error) }))
    this.#worker.on('exit', () => this.#stop({ error: new Error('the thread of an import ended') }))
    const abort = () => this.#stop(null)
    signal?.addEventListener('abort', abort, { once: true })
    this.#release = () => {
      signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
    }
    if (isUp) begin()
    else timer = setTimeout(() => this.#stop({ error: new ReaderUnavailable() }), limits.startMs)
    if (signal?.aborted) this.#stop(null)
    this.#ask({ kind: 'open', path, name, area: area.key, options })
  }

  /** @returns what the thread says next; undefined once the reading has been ended */
  async next(): Promise<ReadingAnswer | undefined> {
    const { stallMs } = this.#limits
    await this.#up
    const timer = setTimeout(() => this.#late(stallMs), stallMs)
    try {
      while (this.#answers.length === 0 && this.#end === undefined) await this.#change()
    } finally {
      clearTimeout(timer)
    }
    if (this.#end === null) return undefined
    const answer = this.#answers.shift()
    if (answer?.kind === 'problem') throw new OperatorError(answer.message)
    if (answer) return answer
    throw this.#end?.error
  }

  async *batches(): AsyncGenerator<ReadBatch> {
    this.#ask({ kind: 'next' })
    for (;;) {
      const answer = await this.next()
      if (answer?.kind !== 'batch') return
      if (answer.batch.last) this.#release()
      else this.#ask({ kind: 'next' })
      yield answer.batch
      if (answer.batch.last) return
    }
  }

  /** Ends the reading; the thread is kept for another file if it closes this one soon. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    const failed = Boolean(this.#end)
    this.#stop(null)
    if (failed) {
      await this.#worker.terminate()
      return
    }
    this.#ask({ kind: 'close' })
    const timer = setTimeout(() => void this.#worker.terminate(), longestClose)
    const gone = new Promise<true>((done) => this.#worker.once('exit', () => done(true)))
    try {
      while (this.#answers.at(-1)?.kind !== 'closed') {
        if (await Promise.race([gone, this.#change()])) return
      }
      giveBackWorker(this.#worker, this.#limits.heapMegabytes)
    } finally {
      clearTimeout(timer)
    }
  }

  #ask(request: ReadingRequest): void {
    this.#worker.postMessage(request)
  }

  #change(): Promise<void> {
    return new Promise<void>((done) => {
      this.#changed = done
    })
  }

  #stop(end: { error: unknown } | null): void {
    if (this.#end !== undefined) return
    this.#end = end
    this.#release()
    this.#isUp()
    this.#changed()
  }

  #late(ms: number): void {
    const time = `${(ms / 1000).toLocaleString('en')} seconds`
    const sentence = `${this.#name} could not be read any further within ${time}. Is the file what its name says?`
    this.#stop({ error: new OperatorError(sentence) })
    void this.#worker.terminate()
  }

  #reasonOf(error: unknown): unknown {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
    return new OperatorError(
      `${this.#name} takes more memory to read than an import may use. Is the file what its name says?`,
    )
  }
}
