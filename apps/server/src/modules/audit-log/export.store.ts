import { sql } from 'kysely'
import { fixedWords, valuesOfEntry } from '../../db/audit-chain/digest.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { neverSealed } from './seals.store.ts'

/** A line of the export: a seal, and each of its entries behind it. `docs/verify-audit-log.mjs` reads them. */
interface SealLine extends Record<'previous' | 'hash', string> {
  seal: number
  format: number
  at: string
  entries: number[]
  /** Of the entries, in hexadecimal. */
  digests: string[]
}

interface EntryLine {
  entry: number
  /** {@link fixedWords}; `at` in milliseconds since 1970. */
  fixed: object
  /** By path, the text that the commitment is made from: of columns the text itself, of others JSON. */
  values: Record<string, string>
  salt: string | null
  /** Of entries of which values were erased: the salts of the others, and the commitments to those, by path. */
  salts: object | null
  erased: object | null
}

const step = { seals: 50, entries: 500 }

const maxUnsealed = 100_000

/** All seals and entries of the log, each a line of JSON, in the order of the chain; entries that no seal holds at the end. */
export async function* exportLines(db: Db): AsyncGenerator<string> {
  for (let no = 0; ; ) {
    const seals = await queryAll(db)<SealLine>`
      select no as seal, format, at, to_json(entries) as entries, encode(previous, 'hex') as previous,
        encode(hash, 'hex') as hash, to_json(array(
          select encode(substring(digests from (n - 1) * 32 + 1 for 32), 'hex')
          from generate_series(1, length(digests) / 32) as n order by n
        )) as digests
      from audit_seals where no > ${no} order by no limit ${step.seals}`
    if (seals.length === 0) break
    for (const seal of seals) {
      yield lineOf(seal)
      yield* entryLines(db, seal.entries)
      no = seal.seal
    }
  }
  yield* entryLines(db, await neverSealed(db, maxUnsealed))
}

const fixed = sql.join(fixedWords.map(([name, word]) => sql`${sql.lit(name)}, ${word}`))

async function* entryLines(db: Db, ids: readonly number[]): AsyncGenerator<string> {
  for (let from = 0; from < ids.length; from += step.entries) {
    const some = ids.slice(from, from + step.entries)
    const rows = await queryAll(db)<EntryLine>`
      select e.id as entry, json_build_object(${fixed}) as fixed,
        coalesce((select json_object_agg(held.path, held.value) from ${valuesOfEntry} as held), '{}') as values,
        e.salt, e.salts, e.erased
      from audit_entries as e where e.id = any(${some}::bigint[])`
    const lines = new Map(rows.map((row) => [row.entry, row]))
    for (const id of some) {
      const line = lines.get(id)
      if (line) yield lineOf(line)
    }
  }
}

/** JSON without the separators that some programs take for the end of a line. */
const lineOf = (line: object): string =>
  `${JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

/** {@link exportLines} as of one moment. */
export async function* exportAuditLog(db: Db): AsyncGenerator<string> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await sql`set local statement_timeout = 0`.execute(tx)
    yield* exportLines(tx)
  } finally {
    await tx.rollback().execute()
  }
}
