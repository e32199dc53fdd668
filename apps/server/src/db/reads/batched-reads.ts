import { Cancelled, onAbort, waitingSignal, whileAwaited } from './cancellation.ts'

/** Milliseconds for which a read waits for one that is under way; what takes long itself may wait longer. */
const maxWait = 10

/** Questions that one read answers. */
const maxAsked = 100

/** A read that has not begun, and all that is asked of it. */
interface NextRead<Q, A> {
  questions: Q[]
  answers: Promise<(question: Q) => A>
  begin: () => void
  /** How many still wait for their answers. */
  waiting: number
  /** Aborts once it has begun and nobody waits any more. */
  gone: AbortController
}

/**
 * Request batching (as DataLoader has it): what is asked while a read is under way is answered by one read more, which
 * begins after the last of it was asked. So no answer is older than its question, as that of a cache would be.
 */
export class BatchedReads<Q, A> {
  readonly #read: (questions: readonly Q[]) => Promise<(question: Q) => A>
  readonly #maxWaitMs: number
  #running = 0
  #next: NextRead<Q, A> | undefined

  /** @param read answers several questions at once; who asks the same gets the very same answer, which must not be changed */
  constructor(
    read: (questions: readonly Q[]) => Promise<(question: Q) => A>,
    maxWaitMs: number = maxWait,
  ) {
    this.#read = read
    this.#maxWaitMs = maxWaitMs
  }

  /** Whether nothing is being read or waits for that. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /** @throws {Cancelled} for who has gone, or has waited long enough */
  async ask(question: Q): Promise<A> {
    if (this.#running === 0) return (await this.#begin([question]))(question)
    this.#next ??= this.#makeNext()
    const next = this.#next
    next.questions.push(question)
    next.waiting += 1
    const left = new Promise<never>((_, fail) => {
      onAbort(waitingSignal(), () => {
        next.waiting -= 1
        if (next.waiting === 0 && this.#next !== next) next.gone.abort(new Cancelled())
        fail(new Cancelled())
      })
    })
    if (next.questions.length >= maxAsked) next.begin()
    return (await Promise.race([next.answers, left]))(question)
  }

  async #begin(questions: readonly Q[]): Promise<(question: Q) => A> {
    this.#running += 1
    try {
      return await this.#read(questions)
    } finally {
      this.#running -= 1
      this.#next?.begin()
    }
  }

  #makeNext(): NextRead<Q, A> {
    const { promise: answers, resolve, reject } = Promise.withResolvers<(question: Q) => A>()
    const begin = () => {
      clearTimeout(timer)
      this.#next = undefined
      if (next.waiting === 0) next.gone.abort(new Cancelled())
      whileAwaited(next.gone.signal, () => this.#begin(next.questions)).then(resolve, reject)
    }
    const timer = setTimeout(begin, this.#maxWaitMs)
    const next = { questions: [], answers, begin, waiting: 0, gone: new AbortController() }
    return next
  }
}

/** Request coalescing: the same read, asked for by many at the same time, as all open windows do after a change. */
export class SharedReads {
  readonly #reads = new Map<string, BatchedReads<() => Promise<unknown>, unknown>>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs: number = maxWait) {
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * @param key names what is read: the same key, the same answer
   * @param work reads it
   */
  async read<R>(key: string, work: () => Promise<R>): Promise<R> {
    const reads = this.#reads.get(key) ?? new BatchedReads(answerAllBy, this.#maxWaitMs)
    this.#reads.set(key, reads)
    try {
      return (await reads.ask(work)) as R
    } finally {
      if (reads.isIdle) this.#reads.delete(key)
    }
  }
}

/** Does one of several pieces of work that are the same. */
async function answerAllBy([work]: readonly (() => Promise<unknown>)[]) {
  const answer = await work?.()
  return () => answer
}
