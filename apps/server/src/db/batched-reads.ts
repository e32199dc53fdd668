import { Cancelled, Ending, readAwaited, readingEnds, whileAwaited } from './cancellation.ts'

/** Milliseconds for which a read waits at the most for one that is under way; what takes long itself may wait longer. */
const mostWait = 10

/** Questions that one read answers at the most. */
const mostAsked = 100

/** A read that has not begun, and all that is asked of it. */
interface NextRead<Q, A> {
  questions: Q[]
  answers: Promise<(question: Q) => A>
  begin: () => void
  timer: NodeJS.Timeout
  /** How many still wait for their answers. */
  waiting: number
  /** Ends once it has begun and nobody waits any more. */
  gone: Ending
  hasBegun: boolean
}

/**
 * Request batching (as DataLoader has it): what is asked while a read is under way is answered by one read more, which begins
 * after the last of it was asked. So nobody is told what is older than their question, as a cache would.
 */
export class BatchedReads<Q, A> {
  readonly #read: (questions: readonly Q[]) => Promise<(question: Q) => A>
  readonly #mostWaitMs: number
  #running = 0
  #next: NextRead<Q, A> | undefined

  /** @param read answers several questions at once; who asks the same gets the very same answer, so nobody may change it */
  constructor(
    read: (questions: readonly Q[]) => Promise<(question: Q) => A>,
    mostWaitMs: number = mostWait,
  ) {
    this.#read = read
    this.#mostWaitMs = mostWaitMs
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
      const ending = readingEnds() ?? readAwaited()
      ending?.onEnd(() => {
        next.waiting -= 1
        if (next.waiting === 0 && next.hasBegun) next.gone.end()
        fail(new Cancelled())
      })
    })
    if (next.questions.length >= mostAsked) next.begin()
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
    const { promise, resolve, reject } = Promise.withResolvers<(question: Q) => A>()
    const gone = new Ending()
    const begin = () => {
      clearTimeout(next.timer)
      if (this.#next === next) this.#next = undefined
      next.hasBegun = true
      if (next.waiting === 0) gone.end()
      whileAwaited(gone, () => this.#begin(next.questions)).then(resolve, reject)
    }
    const next: NextRead<Q, A> = {
      questions: [],
      answers: promise,
      begin,
      timer: setTimeout(begin, this.#mostWaitMs),
      waiting: 0,
      gone,
      hasBegun: false,
    }
    return next
  }
}

/** Request coalescing: the same read, asked for by many at the same time, as all open windows do after a change. */
export class SharedReads {
  readonly #reads = new Map<string, BatchedReads<() => Promise<unknown>, unknown>>()
  readonly #mostWaitMs: number

  constructor(mostWaitMs: number = mostWait) {
    this.#mostWaitMs = mostWaitMs
  }

  /**
   * @param key names what is read: the same key, the same answer
   * @param work reads it
   */
  async read<R>(key: string, work: () => Promise<R>): Promise<R> {
    const reads = this.#reads.get(key) ?? new BatchedReads(answerAllBy, this.#mostWaitMs)
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
