import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { auditLogKey, findEntries, useAuditLog } from '../audit-log/audit-log.queries.ts'
import { onTold, type RecordAt } from './live-events.ts'

const saving = ['update', 'status', 'image', 'undo', 'restore'] as const

/** How long it is shown who has saved the record, in milliseconds. */
const saidFor = 60_000

/** Who else saved the open record; null for nobody, without a name if that may not be read. */
export function useSaver(at: RecordAt | null): { name: string | null } | null {
  const [saved, setSaved] = useState<{ at: RecordAt; when: number } | null>(null)
  const has = useAuditLog()
  useEffect(() => {
    if (!at) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onTold('others', ({ areas }) => {
      const changes = areas.get(at.area)
      if (!changes?.ids.has(at.record) || changes.deleted.has(at.record)) return
      if (!saving.some((action) => changes.actions.has(action))) return
      setSaved({ at, when: Date.now() })
      clearTimeout(timer)
      timer = setTimeout(() => setSaved(null), saidFor)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [at])
  const now = saved !== null && saved.at === at ? saved : null
  const { data, isPending } = useQuery({
    queryKey: [auditLogKey, { record: at?.record ?? '' }, 'saver', now?.when] as const,
    queryFn: async ({ signal }) => {
      const [newest] = await findEntries({ record: at?.record ?? '' }, 1, signal)
      return newest?.actor?.name ?? null
    },
    enabled: has && now !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (now === null || (has && isPending)) return null
  return { name: data ?? null }
}
