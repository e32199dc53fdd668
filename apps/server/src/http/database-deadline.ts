import type { Reachability } from '../db/connection/reachability.ts'
import { Failure } from './failure.ts'

/** Limits in milliseconds; their sum is below the 10 s in which to answer. */
export const databaseDeadline = {
  /** After this time, a check shows whether the database answers at all. */
  patienceMs: 5_000,
  /** How long that check waits for an answer before the database counts as silent. */
  silentMs: 3_000,
}
export type DatabaseDeadline = typeof databaseDeadline

export type DeadlineGuard = <R>(work: Promise<R>) => Promise<R>

export const unreachable = (): Failure =>
  new Failure('not_ready', 'The database can’t be reached right now.', { retryAfter: 5 })

/** Waits for work while the database answers others; else throws `not_ready` and drops its connections. */
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
