import { setTimeout as wait } from 'node:timers/promises'
import type { Reachability } from '../db/connection/reachability.ts'
import { Failure } from './failure.ts'

/**
 * How long a request waits for a silent database, in milliseconds: together below the 10 and 5 seconds
 * within which a call and the readiness have their answers.
 */
export const databaseDeadline = {
  /** Work that takes longer has the database asked whether it answers at all. */
  patienceMs: 5_000,
  /** The database is silent if it has not answered by then. */
  silentMs: 3_000,
  /** Maximum for `/health/ready`. */
  readyMs: 4_000,
}
export type DatabaseDeadline = typeof databaseDeadline

/** Waits for work that needs the database, but not for a database that has gone silent. */
export type DeadlineGuard = <R>(work: Promise<R>) => Promise<R>

export const unreachable = (): Failure =>
  new Failure('not_ready', 'The database can’t be reached right now.', { retryAfter: 5 })

/**
 * Makes a guard: work may take as long as it does while the database answers others. Once it
 * answers nobody, the work is given up with `not_ready` (503) and its connections are dropped.
 */
export function deadlineGuard(
  database: Reachability | undefined,
  { patienceMs, silentMs }: DatabaseDeadline,
): DeadlineGuard {
  if (!database) return (work) => work
  let asking: Promise<boolean> | undefined
  // However many wait, the database is asked once.
  const ask = () => {
    asking ??= database.isAnswering(silentMs).then((answers) => {
      asking = undefined
      if (!answers) database.dropConnections()
      return answers
    })
    return asking
  }
  return (work) =>
    new Promise((done, fail) => {
      let settled = false
      const look = async () => {
        const answers = await ask()
        if (settled) return
        if (answers) timer = setTimeout(look, patienceMs)
        else fail(unreachable())
      }
      let timer = setTimeout(look, patienceMs)
      work.then(done, fail).finally(() => {
        settled = true
        clearTimeout(timer)
      })
    })
}

/** Waits for so long at the most. @throws {Failure} `not_ready` */
export async function within<R>(work: Promise<R>, limitMs: number): Promise<R> {
  const over = new AbortController()
  const late = wait(limitMs, undefined, { signal: over.signal }).then(() => {
    throw unreachable()
  })
  return await Promise.race([work, late]).finally(() => {
    late.catch(() => {})
    over.abort()
  })
}
