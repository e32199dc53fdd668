import type { Words } from '@steward/i18n/words/words'
import type { Db } from '../../db/connection/connection.ts'
import { type FreshValue, freshValue } from '../../fresh-value.ts'
import { findWords } from './words.store.ts'

export type OwnWordsReader = FreshValue<Words>

/** Reads the words of the community, which every page and e-mail has. */
export const openWords = (db: Db, onError: (error: unknown) => void): OwnWordsReader =>
  freshValue(async () => (await findWords(db)).words, {}, onError)
