import { needsOf as areaNeeds } from '@steward/contract/areas/area-permissions'
import { type Area, areas } from '@steward/contract/areas/areas'
import { permission } from '@steward/contract/permissions/permissions'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from '../../ui/format/cells.module.css'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useHasTrash } from '../trash/has-trash.ts'
import { areaNameOf } from './words.ts'

const views = [
  permission('Users', 'Members', 'view'),
  permission('Users', 'Business users', 'view'),
  permission('Users', 'Admins', 'view'),
] as const

/** The search text, from a record's title, that should find it on the first page of its list. */
const searchFor = (title: string) => title.trim().split('\n', 1)[0]?.slice(0, 100).trim()

/** A link to an entry's record if the person may open it; if `gone`, to the deleted records. */
export function RecordLink(props: {
  entry: Pick<AuditEntry, 'area' | 'record'> & { action?: AuditEntry['action'] }
  title: string | null
  gone: boolean
  children: ReactNode
}) {
  const { entry, title, gone, children } = props
  const can = useCan()
  const id = entry.record?._id ?? null
  const name = areaNameOf(entry.area)
  const hasTrash = useHasTrash()
  if (id === null || !name || entry.action === 'purge') return children
  if (gone && (!hasTrash || name === 'roles')) return children
  if (name === 'users') {
    if (!views.some(can)) return children
    return (
      <Link to="/users/$id" params={{ id }} className={classes.accentLink}>
        {children}
      </Link>
    )
  }
  const area: Area = areas[name]
  if (!areaNeeds(area, name, 'list').some(can)) return children
  if (name === 'roles')
    return (
      <Link to="/roles/$id" params={{ id }} className={classes.accentLink}>
        {children}
      </Link>
    )
  // Records of these areas open beside their list, which the link narrows to them.
  const search = searchFor(title ?? '')
  return (
    <Link
      to={areas[name].path}
      search={{ open: id, ...(gone && { deleted: 'only' }), ...(search && { search }) }}
      className={classes.accentLink}
    >
      {children}
    </Link>
  )
}
