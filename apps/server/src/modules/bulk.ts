import type { Selectable, Updateable } from 'kysely'
import type { RecordTable, Tables } from '../db/tables.ts'
import type { Writing } from '../db/write.ts'

/** What a batch did: ids that changed, how many were already so, and what could not be done. */
export interface Outcome {
  changed: string[]
  unchanged: number
  failures: { id: string; name: string | null; message: string }[]
}

/** Does one action on some records, inside the transaction of their batch. */
export type Apply = (
  writing: Writing,
  ids: readonly string[],
  patch: { status: string } | null,
) => Promise<Outcome>

/** What is to become of a record: changed, left as it is, or refused with a sentence. */
export type Verdict = 'change' | 'same' | { refused: string }

/** The tables whose records are deleted softly. */
export type SoftDeleted = {
  [T in RecordTable]: 'deleted_at' extends keyof Tables[T] ? T : never
}[RecordTable]

/** An action that changes all records of a batch alike. */
export function alike<T extends SoftDeleted>(options: {
  table: T
  /** What people call a record, such as `bill`. */
  what: string
  name: (row: Selectable<Tables[T]>) => string
  /** Looks at the locked records of a batch; a judge may ask the database first. */
  judge: (
    writing: Writing,
    rows: readonly Selectable<Tables[T]>[],
    status: string,
  ) => Promise<(row: Selectable<Tables[T]>) => Verdict>
  patch: (status: string) => Updateable<Tables[T]>
}): Apply {
  return async (writing, ids, patch) => {
    const status = patch?.status ?? ''
    const rows = await writing.lock(options.table, ids)
    const byId = new Map(rows.map((row) => [(row as { id: string }).id, row]))
    const judge = await options.judge(writing, rows, status)
    const outcome: Outcome = { changed: [], unchanged: 0, failures: [] }
    const changing: Selectable<Tables[T]>[] = []
    for (const id of ids) {
      const row = byId.get(id)
      const verdict = row ? judge(row) : { refused: `There is no such ${options.what}.` }
      if (verdict === 'same') outcome.unchanged += 1
      else if (verdict === 'change' && row) {
        changing.push(row)
        outcome.changed.push(id)
      } else if (typeof verdict === 'object') {
        const name = row ? options.name(row) : null
        outcome.failures.push({ id, name, message: verdict.refused })
      }
    }
    await writing.update(options.table, changing, options.patch(status))
    return outcome
  }
}

/** Sets a status where it differs; what is deleted keeps its own. */
export const setting =
  (what: string) =>
  async (_writing: Writing, _rows: unknown, status: string) =>
  (row: { deleted_at: string | null; status: string }): Verdict => {
    if (row.deleted_at) return { refused: `The ${what} is deleted.` }
    return row.status === status ? 'same' : 'change'
  }
