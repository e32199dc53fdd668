import { Button } from '@mantine/core'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { textOf } from '../../api/answers/read.ts'
import { noteOpened } from '../../api/browser/recent-records.ts'
import { useRoleView } from '../../api/browser/role-view.ts'
import { AroundFormContext } from '../../ui/form/around-form.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import { auditLogKey, findEntries, useAuditLog } from '../audit-log/audit-log.queries.ts'
import { areaNameOf } from '../audit-log/words.ts'
import { ConsentNote } from '../consents/consent-note.tsx'
import { useHistoryOpened } from '../history/record-history.tsx'
import { usePastMoment } from '../time-travel/past-moment.ts'
import { type RecordAt, useLive } from './live-events.ts'
import classes from './open-record.module.css'
import { type PresentPerson, useKnowsPresence, usePresence } from './use-presence.ts'

const saving = ['update', 'status', 'image', 'undo', 'restore'] as const

/** How long it is shown who has saved the record, in milliseconds. */
const saidFor = 60_000

/** Who else saved the open record; null for nobody, without a name if that may not be read. */
function useSaver(at: RecordAt | null): { name: string | null } | null {
  const [saved, setSaved] = useState<{ at: RecordAt; when: number } | null>(null)
  const has = useAuditLog()
  useEffect(() => {
    if (!at) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = useLive.subscribe(({ others }, before) => {
      if (others === before.others) return
      const changes = others?.areas.get(at.area)
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
      return newest?.actor?.name || null
    },
    enabled: has && now !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (now === null || (has && isPending)) return null
  return { name: data ?? null }
}

/** Around an open record: who else has it open or edits it, and who has saved it meanwhile. Without an area only its content. */
export function OpenRecord(props: {
  area: AuditArea | null
  id: unknown
  title?: string | null
  type?: unknown
  children: ReactNode
}) {
  const id = textOf(props.id)
  useNoted(props.area, id, props.title ?? null, textOf(props.type))
  // Presence and changes don't apply to the past.
  const past = usePastMoment({ past: true })
  const area = past === null ? props.area : null
  const at = useMemo(() => (area === null || id === null ? null : { area, record: id }), [area, id])
  const [editing, setEditing] = useState(false)
  const knows = useKnowsPresence()
  const others = usePresence(at, editing)
  const saver = useSaver(at)
  const around = useMemo(() => ({ savedBy: saver?.name ?? null, onEditing: setEditing }), [saver])
  return (
    <AroundFormContext value={around}>
      {knows && at && (
        <div role="status" className={classes.around}>
          {others.length > 0 && <Others others={others} />}
          {saver && !editing && <Saved by={saver.name} />}
        </div>
      )}
      {at && <ConsentNote id={at.record} />}
      {props.children}
    </AroundFormContext>
  )
}

function useNoted(
  area: AuditArea | null,
  id: string | null,
  title: string | null,
  type: string | null,
) {
  const name = areaNameOf(area)
  // Records opened while viewing as another role are not noted.
  const isViewing = useRoleView(({ view }) => view !== null)
  useEffect(() => {
    if (!name || id === null || title === null || isViewing) return
    noteOpened({ area: name, id, title, ...(type !== null && { type }) })
  }, [name, id, title, type, isViewing])
}

const most = 3

function Others({ others }: { others: readonly PresentPerson[] }) {
  const named = others
    .slice(0, most)
    // Whose name one may not read has no id, and an English name.
    .map((other) => (other._id === null ? { ...other, name: t('A colleague') } : other))
  const more = others.length - named.length
  return (
    <ul className="flex wrap" style={{ gap: '4px 12px' }} aria-label={t('Also viewing')}>
      {named.map(({ _id, name, image, editing }) => (
        <li key={_id ?? 'unlisted'} className={`row gap-6 shrinks ${editing ? 'semibold' : 'dim'}`}>
          <Picture shape="person" src={image} name={name} size={20} />
          <span>
            {editing
              ? rich('{name} is editing', { name: <bdi>{name}</bdi> })
              : rich('{name} is also viewing this', { name: <bdi>{name}</bdi> })}
          </span>
        </li>
      ))}
      {/* i18n: {count} more people who view this */}
      {more > 0 && <li className="dim">{t('and {count} more', { count: more })}</li>}
    </ul>
  )
}

function Saved({ by }: { by: string | null }) {
  const has = useAuditLog()
  return (
    <p>
      {by === null
        ? t('Somebody else just saved changes to this.')
        : rich('{name} just saved changes to this.', { name: <bdi>{by}</bdi> })}{' '}
      {has && (
        <Button size="compact-xs" onClick={() => useHistoryOpened.setState({ opened: true })}>
          {t('View history')}
        </Button>
      )}
    </p>
  )
}
