import type { DataOf } from '@steward/contract/calls/endpoints'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import { auditAreas } from '@steward/contract/system/audit-log.routes'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import type { SentQuery } from '../../api/listing.ts'
import { showFailure, toast } from '../../ui/feedback/messages.tsx'
import { askAuditLog } from '../audit-log/audit-log.queries.ts'
import { recordWords } from '../audit-log/words.ts'
import { watchJob } from '../jobs/watched-jobs.ts'
import { askUndo } from './undo.store.ts'
import { isChange, undoableActions } from './undo-needs.ts'

type Entry = AuditEntry

/** What an undo of several entries did. */
export type Undone = DataOf<'auditLog.undo'>

/** What shall be taken back: an entry or a batch by its name, or what somebody did in a span of time. */
export type Selected = { id: string } | { actor: string; from: string; to: string }

/** Takes something back; whatever is shown is loaded anew, and the jobs that it began are watched. */
export async function takeBack(
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

/** Takes one entry back at once; what stands in the way is shown field by field. */
export function useTakeBackEntry(entry: Entry): { act: () => void } {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => takeBack(client, { id }),
    onSuccess: ({ message }) => toast.success(message || 'Undone', recordWords(entry)),
    onError: (thrown) => {
      const failure = toFailure(thrown)
      if (failure.status === 409) askUndo({ kind: 'refused', entry, failure })
      else showFailure(thrown)
      void client.invalidateQueries({ queryKey: ['auditLog.list'] })
    },
  })
  const id = entry._id
  return { act: () => id !== null && !isPending && mutate(id) }
}

/** How much an undo concerns. */
export interface Extent {
  entries: number
  /** Null where they are too many to be counted one by one. */
  records: number | null
}

const most = 100

/** The areas of what can be taken back: not what is about signing in, nor saved views. */
const areas = auditAreas.filter((area) => area !== 'accounts' && area !== 'saved-views')

/** How much an undo of several entries concerns, of what the person may see. */
export const extentOptions = (of: Selected) => {
  const query: SentQuery = {
    ...('id' in of ? { batch: of.id } : of),
    area: areas,
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
      // Some tell of no change, such as a message to an author.
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
