import { Button } from '@mantine/core'
import type { AuditArea } from '@steward/contract/system/audit-log.routes'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { PresentPerson } from '../../api/presence.ts'
import { textOf } from '../../api/read.ts'
import { noteOpened } from '../../api/recent-records.ts'
import { useRoleView } from '../../api/role-view.ts'
import { AroundFormContext } from '../../ui/form/around-form.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { useAuditLog } from '../audit-log/audit-log.queries.ts'
import { useHistoryOpened } from '../audit-log/record-history.tsx'
import { areaNameOf } from '../audit-log/words.ts'
import { usePastMoment } from '../time-travel/past-moment.ts'
import classes from './open-record.module.css'
import { useKnowsPresence, usePresence } from './use-presence.ts'
import { useSaver } from './use-saver.ts'

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
      {props.children}
    </AroundFormContext>
  )
}

/** Notes that a record was opened, and what it is called now. */
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
  const named = others.slice(0, most)
  const more = others.length - named.length
  return (
    <ul className={classes.others} aria-label="Also viewing">
      {named.map(({ _id, name, image, editing }) => (
        <li key={_id ?? 'unlisted'} data-editing={editing || undefined}>
          <Picture shape="person" src={image} name={name} size={20} />
          <span>
            <bdi>{name}</bdi> {editing ? 'is editing' : 'is also viewing this'}
          </span>
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  )
}

function Saved({ by }: { by: string | null }) {
  const has = useAuditLog()
  return (
    <p>
      <bdi>{by ?? 'Somebody else'}</bdi> just saved changes to this.{' '}
      {has && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => useHistoryOpened.setState({ opened: true })}
        >
          View history
        </Button>
      )}
    </p>
  )
}
