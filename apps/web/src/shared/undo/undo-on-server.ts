import {
  type AuditArea,
  auditAreas,
  otherAreas,
} from '@steward/contract/audit-log/audit-log.routes'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import type { SentQuery } from '../../api/listing.ts'
import { askAuditLog } from '../audit-log/audit-log.queries.ts'
import { isChange, undoableActions } from './undo-needs.ts'

export type Undone = DataOf<'auditLog.undo'>

/** What to undo: an entry or batch by its id, or all that a person did in a span of time. */
export type Selected = { id: string } | { actor: string; from: string; to: string }

/** Undoes the selection, reloads everything that is shown, and watches the jobs it starts. */
export async function undoOnServer(
  client: QueryClient,
  selected: Selected,
): Promise<{ message: string; data: Undone }> {
  const { message, data } =
    'id' in selected
      ? await call('auditLog.undo', { params: selected })
      : await call('auditLog.undoSpan', { body: selected })
  for (const job of data.jobs) watchJob(job)
  void client.invalidateQueries()
  return { message, data }
}

export interface Extent {
  entries: number
  /** How many records are concerned; null if there are too many to count. */
  records: number | null
}

const most = 100

/** The areas whose changes can be undone; signing in and saved views can't. */
const withoutUndo: readonly AuditArea[] = otherAreas
const areas = auditAreas.filter((area) => !withoutUndo.includes(area))

/** How many entries and records an undo concerns, of those that the person may see. */
export const extentOptions = (of: Selected) => {
  const query: SentQuery = {
    ...('id' in of ? { batch: of.id } : of),
    area: areas,
    // i18n-ignore: a value of the log
    action: [...undoableActions, 'purge'],
    page: '1',
    limit: String(most),
    sort: '-at',
  }
  const { queryKey, queryFn } = askAuditLog(query)
  return {
    queryKey: [...queryKey, 'extent'] as const,
    queryFn: async (context: { signal: AbortSignal }): Promise<Extent> => {
      const { rows: told, pagination } = await queryFn(context)
      const total = pagination?.total ?? told.length
      // Entries such as a message to an author change nothing.
      const rows = told.filter(({ record }) => isChange(record))
      const entries = total - (told.length - rows.length)
      const counts = rows.map(({ record }) => record.count ?? 1)
      const ids = new Set(rows.map(({ id, record }) => record.record?._id ?? id))
      const isMany = counts.some((each) => each > 1)
      const records = isMany ? counts.reduce((sum, each) => sum + each, 0) : ids.size
      return { entries, records: total > told.length ? null : records }
    },
    staleTime: 0,
  }
}
