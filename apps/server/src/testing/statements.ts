import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/connection/connection.ts'

/**
 * Statements that some work sends to the database, without what is done in the background meanwhile.
 * @returns their SQL, in the order in which they were sent
 */
export async function statementsOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const isOurs = new AsyncLocalStorage<true>()
  const executor = db.getExecutor()
  const original = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    if (isOurs.getStore()) sent.push(query.sql)
    return original(query)
  }
  try {
    await isOurs.run(true, work)
  } finally {
    executor.executeQuery = original
  }
  return sent
}
