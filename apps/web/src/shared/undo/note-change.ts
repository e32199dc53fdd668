import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { listed, t } from '@steward/i18n/reader'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { timeOf } from '../../api/answers/read.ts'
import type { AnyRecord } from '../../api/answers/records.ts'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import { isOpen } from '../../api/jobs.queries.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { pushUndo } from '../../ui/messages/undo-stack.ts'
import { findEntries, useAuditLog } from '../audit-log/audit-log.queries.ts'
import { askUndo, undoEntry } from './ask-undo.tsx'
import { useUndo } from './undo-needs.ts'

type Changed = Pick<AnyRecord, '_id' | 'updatedAt'>

/** Returns a function that makes one's own change the next one that the undo key takes back. */
export function useNoteChange(): (
  record: Changed | null,
  options: { name: string; batch?: boolean },
) => void {
  const client = useQueryClient()
  const may = useUndo()
  return (record, options) => {
    if (may && record?.updatedAt) pushUndo({ undo: () => undoChange(client, record, options) })
  }
}

const most = 20

/** How long a person waits for the name, in milliseconds. */
const longest = 2_000

/** The names of those who saved the record, as a phrase; null if unknown or found too late. */
const whoSaved = (base: AnyRecord, saved: AnyRecord): Promise<string | null> => {
  const late = new Promise<null>((done) => setTimeout(done, longest, null))
  return Promise.race([namesOf(base, saved).catch(() => null), late])
}

async function namesOf(base: AnyRecord, saved: AnyRecord): Promise<string | null> {
  const saves = (saved.version ?? 1) - (base.version ?? 0)
  const limit = Math.min(most, Math.max(1, saves))
  const entries = await findEntries({ record: base._id }, limit, AbortSignal.timeout(longest))
  const names = entries.flatMap(({ actor }) => actor?.name ?? [])
  const [first, second, ...others] = new Set(names)
  if (first === undefined) return null
  if (second === undefined) return first
  // i18n: {name} is a person’s name
  if (others.length > 0) return t('{name} and others', { name: first })
  return listed([first, second])
}

/** For a record's form: finds who saved it meanwhile, and lets the undo key undo a save. */
export function useEditHistory<R extends Changed>(nameOf: (record: R) => string) {
  const note = useNoteChange()
  const mayRead = useAuditLog()
  return {
    ...(mayRead && { whoSaved }),
    saved: (record: R) => note(record, { name: nameOf(record) }),
  }
}

/** Undoes the change that led to this state of a record, or the whole batch of that change. */
async function undoChange(
  client: QueryClient,
  record: Changed,
  { name, batch = false }: { name: string; batch?: boolean },
): Promise<void> {
  try {
    const entry = await entryOf(record)
    if (!entry) {
      toast.error(t('This change is no longer in the audit log, so it can’t be undone.'), name)
      return
    }
    await undoEntry(client, entry, (batch && entry.batch) || entry._id, name)
  } catch (thrown) {
    showFailure(thrown)
  }
}

/** The first audit entry, from the time of the change on, whose values match the record. */
async function entryOf(record: Changed): Promise<AuditEntry | undefined> {
  const from = new Date(timeOf(record.updatedAt) ?? 0).toISOString()
  const entries = await findEntries({ record: record._id, from, sort: 'at' }, 10)
  const fits = ([name, value]: [string, unknown]) => {
    const now = (record as Readonly<Record<string, unknown>>)[name]
    if (typeof value === 'object' || now === undefined || now === value) return true
    return timeOf(value) !== null && timeOf(value) === timeOf(now)
  }
  return entries.find(({ after }) => Object.entries(after ?? {}).every(fits))
}

/** Returns a function that makes a job of one's own the next thing that the undo key takes back. */
export function useNoteJob(): (id: string) => void {
  const may = useUndo()
  return (id) => void pushUndo({ undo: () => undoJob(id, may) })
}

/** Undoes a job by the job's own undo, else by the audit log, which asks first. */
async function undoJob(id: string, mayUndo: boolean): Promise<void> {
  try {
    const { data: job } = await call('jobs.details', { params: { id } })
    if (isOpen(job))
      toast.error(t('This job is still running. You can undo it once it has finished.'))
    else if (job.canUndo) watchJob((await call('jobs.undo', { params: { id } })).data._id)
    else if (mayUndo && job.changed > 0) askUndo({ kind: 'batch', batch: id, through: 'job' })
    else toast.error(t('This can’t be undone in one step.'))
  } catch (thrown) {
    showFailure(thrown)
  }
}
