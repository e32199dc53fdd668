import type { Selectable } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { conflict } from '../../http/failure.ts'
import { type Apply, applyToEach } from '../records/bulk.ts'

/** The name of a post: the first 80 characters of its text. */
export const nameOf = ({ text }: { text: string }): string => [...text].slice(0, 80).join('')

const handledColumns = ['reports_handled', 'reports_handled_at', 'reports_handled_by']

/**
 * Keeps posts: marks their reports as handled, with time and person.
 * @param seen how many reports of a post the person has seen; all unless given
 */
export function dismissSeenReports(seen: ReadonlyMap<string, number>): Apply {
  const handledOf = (row: Selectable<Tables['posts']>) =>
    Math.min(row.report_count, seen.get(row.id) ?? row.report_count)
  return applyToEach<'posts'>({
    table: 'posts',
    what: 'post',
    name: nameOf,
    decide: () => (row) => {
      if (row.deleted_at !== null) throw conflict('The post was deleted.')
      return handledOf(row) <= row.reports_handled ? 'same' : undefined
    },
    change: async (writing, rows) => {
      const by = 'user' in writing.actor ? writing.actor.user : null
      const at = new Date().toISOString()
      for (const [handled, alike] of Map.groupBy(rows, handledOf)) {
        await writing.update('posts', alike, {
          reports_handled: handled,
          reports_handled_at: at,
          reports_handled_by: by,
        })
      }
    },
  })
}

/** Throws a Failure `conflict` unless the columns undo the handling of reports. */
export function mustBeKeeping(columns: object): void {
  if (Object.keys(columns).every((column) => handledColumns.includes(column))) return
  throw conflict('This kind of change can’t be undone.')
}
