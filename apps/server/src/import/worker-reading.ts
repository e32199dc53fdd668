import type { Worker } from 'node:worker_threads'
import type { ImportArea } from '@steward/contract/areas'
import { OperatorError } from '../operator-error.ts'
import type { ImportedArea } from './fields.ts'
import type { ReadBatch, Reading } from './reading.ts'
import type { ReadingOptions } from './reading-options.ts'
import type { FileSource } from './source.ts'
import { giveBackWorker, takeWorker } from './worker-threads.ts'

/** What the thread is asked: to open a file, for its next batch, and to close it. */
export type ReadingRequest =
  | { kind: 'open'; path: string; name: string; area: ImportArea; options: ReadingOptions }
  | { kind: 'next' }
  | { kind: 'close' }

/** What it answers; a `problem` says why there is nothing to open, or no further batch. */
export type ReadingAnswer =
  | { kind: 'opened'; notes: Reading['notes']; look: Reading['look'] }
  | { kind: 'batch'; batch: ReadBatch }
  | { kind: 'problem'; message: string }
  | { kind: 'closed' }

/** What the thread that reads a file may take; times in milliseconds. */
export interface WorkerLimits {
  /** Megabytes of its heap, after which it ends. */
  heapMegabytes: number
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
    const { notes, look } = opened?.kind === 'opened' ? opened : { notes: [], look: null }
    const close = () => thread.close()
    return { area, notes, look, batches: thread.batches(), close }
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

  constructor(
    { path, name }: FileSource,
    area: ImportedArea,
    options: ReadingOptions,
    limits: WorkerLimits,
    signal: AbortSignal | undefined,
  ) {
    this.#name = name
    this.#limits = limits
    this.#worker = takeWorker(limits.heapMegabytes)
    this.#worker.on('message', (answer: ReadingAnswer) => {
      this.#answers.push(answer)
      this.#changed()
    })
    this.#worker.on('error', (error) => this.#stop({ error: this.#reasonOf(error) }))
    this.#worker.on('exit', () => this.#stop({ error: new Error('the thread of an import ended') }))
    const abort = () => this.#stop(null)
    signal?.addEventListener('abort', abort, { once: true })
    const timer = limits.totalMs && setTimeout(() => this.#late(limits.totalMs), limits.totalMs)
    this.#release = () => {
      signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
    }
    if (signal?.aborted) this.#stop(null)
    this.#ask({ kind: 'open', path, name, area: area.key, options })
  }

  /** @returns what the thread says next; undefined once the reading has been ended */
  async next(): Promise<ReadingAnswer | undefined> {
    const { stallMs } = this.#limits
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
    this.#changed()
  }

  #late(ms = 0): void {
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
