import { Cancelled, onAbort, waitingSignal, whileAwaited } from './cancellation.ts'

/** How long questions wait for a read under way, in milliseconds. */
const maxWait = 10

const maxAsked = 100

/** A read that hasn't begun yet. */
interface NextRead<Q, A> {
  questions: Q[]
  answers: Promise<(question: Q) => A>
  begin: () => void
  waiting: number
  /** Aborts the read once all its callers have left after it began. */
  gone: AbortController
}

/** Request batching (DataLoader): questions during a read share the next one. No answer is older than its question. */
export class BatchedReads<Q, A> {
  readonly #read: (questions: readonly Q[]) => Promise<(question: Q) => A>
  readonly #maxWaitMs: number
  #running = 0
  #next: NextRead<Q, A> | undefined

  /** Makes a batch of reads; equal questions get the same answer object. */
  constructor(
    read: (questions: readonly Q[]) => Promise<(question: Q) => A>,
    maxWaitMs: number = maxWait,
  ) {
    this.#read = read
    this.#maxWaitMs = maxWaitMs
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Answers a question; throws Cancelled once no one waits for the answer. */
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

/** Request coalescing: equal reads share one, such as when all windows reload after a change. */
export class SharedReads {
  readonly #reads = new Map<string, BatchedReads<() => Promise<unknown>, unknown>>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs: number = maxWait) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Does `work`, or shares the answer of another call with the same key. */
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

async function answerAllBy([work]: readonly (() => Promise<unknown>)[]) {
  const answer = await work?.()
  return () => answer
}
