import { Queue } from '../queue.ts'

/** Resolves a name into addresses, as `dns.lookup` does with `all`. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

/** That a name was not looked up in time, or that too many others wait. */
export class LookupTimeout extends Error {
  override name = 'LookupTimeout'
  readonly code = 'ETIMEDOUT'
}

export interface LookupBounds {
  /** How many names are looked up at a time; each takes one of the process's few threads for as long as it takes. */
  concurrency: number
  /** How many names of one caller may wait; beyond it they are refused at once. */
  waiting: number
  /** How long somebody waits for a name, its turn included, in milliseconds. */
  timeoutMs: number
}

export const lookupBounds: LookupBounds = { concurrency: 2, waiting: 100, timeoutMs: 10_000 }

/**
 * Looks names up within bounds. One caller has one turn at a time, so that slow names of theirs don't hold up those of
 * others; who asks for a name that is being looked up gets what comes of that.
 * @returns looks a name up for a caller; throws {@link LookupTimeout}, and what `resolve` throws
 */
export function boundedLookups(resolve: Resolve, bounds: LookupBounds = lookupBounds) {
  const { concurrency, waiting, timeoutMs } = bounds
  const limits = { waitMs: timeoutMs, refuse: () => new LookupTimeout() }
  const turns = new Queue({ ...limits, concurrency })
  const ofCallers = new Map<string, Queue>()
  const underWay = new Map<string, ReturnType<Resolve>>()

  const inTurn = async (name: string, caller: string) => {
    const own = ofCallers.get(caller) ?? new Queue({ ...limits, concurrency: 1, waiting })
    ofCallers.set(caller, own)
    try {
      return await own.run(() => turns.run(() => resolve(name)))
    } finally {
      if (own.of('') === 0) ofCallers.delete(caller)
    }
  }
  return (name: string, caller: string): ReturnType<Resolve> => {
    const found = underWay.get(name) ?? inTurn(name, caller)
    underWay.set(name, found)
    const forget = () => void underWay.delete(name)
    found.then(forget, forget)
    return inTime(found, timeoutMs)
  }
}

/** What a promise comes to, unless that takes too long; nobody waits for it then. */
function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new LookupTimeout()), ms)
    promise.then(done, fail).finally(() => clearTimeout(timer))
  })
}
