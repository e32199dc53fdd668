import { areas } from '@steward/contract/areas/areas'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { Link, type NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from '../../ui/format/cells.module.css'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useHasTrash } from '../trash/has-trash.ts'
import { amongOf } from './audit-log.queries.ts'
import { areaNameOf } from './words.ts'

type Address = Pick<NavigateOptions, 'to' | 'params' | 'search'>

/** The search text, from a record's title, that should find it on the first page of its list. */
const searchFor = (title: string) => title.trim().split('\n', 1)[0]?.slice(0, 100).trim()

interface Props {
  entry: Pick<AuditEntry, 'area' | 'record'> & { action?: AuditEntry['action'] }
  title: string | null
  gone: boolean
}

/** A link to an entry's record if the person may open it; if `gone`, to the deleted records. */
export function RecordLink({ children, ...of }: Props & { children: ReactNode }) {
  const address = useAddress(of)
  if (!address) return children
  return (
    <Link {...address} className={classes.accentLink}>
      {children}
    </Link>
  )
}

function useAddress({ entry, title, gone }: Props): Address | null {
  const can = useCan()
  const id = entry.record?._id ?? null
  const name = areaNameOf(entry.area)
  const hasTrash = useHasTrash()
  if (id === null || !name || entry.action === 'purge') return null
  if (gone && (!hasTrash || name === 'roles')) return null
  const params = { id }
  if (!needsOf(name === 'users' ? 'users.details' : `${name}.list`).some(can)) return null
  if (name === 'users') return { to: '/users/$id', params }
  if (name === 'roles') return { to: '/roles/$id', params }
  // Records of these areas open beside their list, which the link narrows to them.
  const search = searchFor(title ?? '')
  return {
    to: areas[name].path,
    search: { open: id, ...(gone && { deleted: 'only' }), ...(search && { search }) },
  }
}

export const UndoneByLink = ({ entry }: { entry: AuditEntry }) => (
  <FilterLink
    to="/audit-log"
    search={{ ...amongOf(entry), from: entry.at, sort: 'at', open: entry.undoneBy ?? undefined }}
  >
    {t('By a later entry')}
  </FilterLink>
)
