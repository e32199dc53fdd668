import type { Words } from '@steward/i18n/words/words'
import type { Db } from '../../db/connection/connection.ts'
import { findWords } from './words.store.ts'

/** How long words are used before they are read again, in milliseconds: another server may have changed them. */
const freshFor = 2_000
/** How long a page waits for words, in milliseconds, before it comes with those that were read last. */
const patience = 500

export interface OwnWordsReader {
  /** The words of the community; those read last where the database doesn't answer. */
  read(): Promise<Words>
  /** Makes the next reading ask the database. */
  forget(): void
}

/** Reads the words of the community, which every page and e-mail has. */
export function openWords(db: Db, onError: (error: unknown) => void): OwnWordsReader {
  let last: Words = {}
  let reading: Promise<Words> | null = null
  let until = 0
  const load = () =>
    findWords(db).then(
      ({ words }) => {
        last = words
        return words
      },
      (error) => {
        onError(error)
        return last
      },
    )
  return {
    read() {
      const now = performance.now()
      if (!reading || now > until) {
        reading = load()
        until = now + freshFor
      }
      const late = new Promise<Words>((resolve) => {
        setTimeout(() => resolve(last), patience).unref()
      })
      return Promise.race([reading, late])
    },
    forget() {
      reading = null
    },
  }
}
