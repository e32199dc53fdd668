import { AsyncLocalStorage } from 'node:async_hooks'
import { watchStatements } from '../db/connection/statements.ts'

/**
 * Statements that some work sends to the database, in transactions or not, without what is done in the background meanwhile.
 * @returns their SQL, in the order in which they were sent
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const isOurs = new AsyncLocalStorage<true>()
  const stop = watchStatements({
    begun: ({ text }) => {
      if (isOurs.getStore()) sent.push(text)
    },
    ended: () => {},
  })
  try {
    await isOurs.run(true, work)
  } finally {
    stop()
  }
  return sent
}
