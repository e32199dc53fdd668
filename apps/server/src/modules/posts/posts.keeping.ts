import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { conflict } from '../../http/failure.ts'
import { type Apply, emptyOutcome, type Outcome } from '../records/bulk.ts'

/** The name of a post: the first 80 characters of its text. */
export const nameOf = ({ text }: { text: string }): string => [...text].slice(0, 80).join('')

const handledColumns = ['reports_handled', 'reports_handled_at', 'reports_handled_by']

/**
 * Keeps posts: marks their reports as handled, with time and person.
 * @param seen how many reports of a post the person has seen; all unless given
 */
export async function keepSeen(
  writing: WriteTransaction,
  ids: readonly string[],
  seen: ReadonlyMap<string, number>,
): Promise<Outcome> {
  const rows = new Map((await writing.lock('posts', ids)).map((row) => [row.id, row]))
  const outcome = emptyOutcome()
  const byCount = new Map<number, Selectable<Tables['posts']>[]>()
  for (const id of ids) {
    const row = rows.get(id)
    if (!row || row.deleted_at !== null) {
      const message = row ? 'The post was deleted.' : 'There is no such post.'
      outcome.failures.push({ id, name: row ? nameOf(row) : null, message })
      continue
    }
    const handled = Math.min(row.report_count, seen.get(id) ?? row.report_count)
    if (handled <= row.reports_handled) {
      outcome.unchanged += 1
      continue
    }
    byCount.set(handled, [...(byCount.get(handled) ?? []), row])
    outcome.changed.push(id)
  }
  const by = 'user' in writing.actor ? writing.actor.user : null
  const at = new Date().toISOString()
  for (const [handled, alike] of byCount) {
    await writing.update('posts', alike, {
      reports_handled: handled,
      reports_handled_at: at,
      reports_handled_by: by,
    })
  }
  return outcome
}

export const keepPosts: Apply = (writing, ids) => keepSeen(writing, ids, new Map())

/** Throws a Failure `conflict` unless the columns undo the handling of reports. */
export function mustBeKeeping(columns: object): void {
  if (Object.keys(columns).every((column) => handledColumns.includes(column))) return
  throw conflict('This kind of change can’t be undone.')
}
