import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import { permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { listingOptions } from '../../api/listing-options.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'

const most = 3

const mayList = permission('Operations', 'Tasks', 'list') // i18n-ignore: the names of a permission

/** The newest tasks about a record, and the way to all of them; nothing where there are none. */
export function TasksAbout({ area, id }: { area: AuditArea | null; id: string }) {
  const can = useCan()
  // Only a server that can make tasks about a record knows the filter.
  const knows = useHasCall('tasks.create')
  const isShown = area !== null && area !== 'tasks' && knows && can(mayList)
  const { data } = useQuery({
    ...listingOptions('tasks.list', { about: id, page: '1', limit: String(most) }),
    enabled: isShown,
  })
  // A server that passes the filter over answers with others.
  const rows = (data?.rows ?? []).filter(({ record }) => record.about?._id === id)
  if (!isShown || rows.length === 0) return null
  const total = data?.pagination?.total ?? rows.length
  return (
    <Block title={t('Tasks about this ({count})', { count: total })}>
      <ul className="grid gap-6">
        {rows.map(({ id: task, record }) => (
          <li key={task} className="flex between gap-12 on-baseline anywhere">
            <FilterLink to="/tasks" search={{ about: [id], open: task }}>
              <bdi>{record.title ?? t('Untitled task')}</bdi>
            </FilterLink>
            <StatusBadge status={record.status} />
          </li>
        ))}
      </ul>
      {total > most && (
        <FilterLink to="/tasks" search={{ about: [id] }}>
          {t('All {count} tasks about this', { count: total })}
        </FilterLink>
      )}
    </Block>
  )
}
