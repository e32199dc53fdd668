import type { Words } from '@steward/i18n/words/words'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'

export interface StoredWords {
  words: Words
  /** 0 until an owner has chosen a word. */
  version: number
}

const none: StoredWords = { words: {}, version: 0 }

export const findWords = async (db: Db): Promise<StoredWords> =>
  (await queryFirst(db)<StoredWords>`select value as words, version from words`) ?? none

/** Reads the words and locks them until the transaction ends. */
export async function lockWords(tx: Db): Promise<StoredWords> {
  // The first two who choose words at the same moment wait for each other here.
  await sql`insert into words (version) values (0) on conflict do nothing`.execute(tx)
  return (
    (await queryFirst(tx)<StoredWords>`select value as words, version from words for update`) ??
    none
  )
}

export async function saveWords(tx: Db, { words, version }: StoredWords): Promise<void> {
  await sql`
    update words set value = ${JSON.stringify(words)}::jsonb, version = ${version}, updated_at = now()
  `.execute(tx)
}
