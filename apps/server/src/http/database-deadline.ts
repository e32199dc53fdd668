import type { Reachability } from '../db/connection/reachability.ts'
import { Failure } from './failure.ts'

/** In milliseconds; together below the 10 and 5 seconds within which a call and the readiness must answer. */
export const databaseDeadline = {
  /** After this the database is asked whether it answers at all. */
  patienceMs: 5_000,
  /** Without an answer by then it is silent. */
  silentMs: 3_000,
  readyMs: 4_000,
}
export type DatabaseDeadline = typeof databaseDeadline

export type DeadlineGuard = <R>(work: Promise<R>) => Promise<R>

export const unreachable = (): Failure =>
  new Failure('not_ready', 'The database can’t be reached right now.', { retryAfter: 5 })

/** Waits as long as the database answers others; else gives up with `not_ready` and drops its connections. */
export function deadlineGuard(
  database: Reachability | undefined,
  { patienceMs, silentMs }: DatabaseDeadline,
): DeadlineGuard {
  if (!database) return (work) => work
  let asking: Promise<boolean> | undefined
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
