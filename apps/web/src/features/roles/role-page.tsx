import { msg, t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Role } from '../../api/answers/records.ts'
import { ownPermissions } from '../../api/own-permissions.ts'
import { RecordHistory } from '../../shared/history/record-history.tsx'
import { OpenRecord } from '../../shared/live/open-record.tsx'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { DeletedBanner } from '../../shared/trash/deleted-banner.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import { BackLink, PageSkeleton, RecordPage } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { RoleButtons } from './role-actions.tsx'
import { RoleEditor } from './role-editor.tsx'
import { isBeyond } from './role-rights.ts'
import { roleOptions } from './roles.queries.ts'
import { may } from './roles.writes.ts'

export function RolePage() {
  const { id } = useParams({ from: '/guarded/roles/$id' })
  const navigate = useNavigate()
  const query = useQuery(roleOptions(id))
  const own = useQuery(ownPermissions)
  const mayUpdate = useCan()(may('update'))
  if (query.isError) return <RecordFailed query={query} what="role" needs={may('list')} />
  const role = query.data
  if (!role || !own.data) return <PageSkeleton />
  const name = role.name ?? t('Unnamed role')
  const people = role.userCount ?? null
  return (
    <RecordPage
      back={
        role.status === 'deleted' ? (
          <BackLink to="/roles/deleted" label={t('Deleted roles')} />
        ) : (
          <BackLink to="/roles" label={t('Roles')} />
        )
      }
      title={name}
      picture={<Picture shape="thing" src={role.image ?? null} name={name} size={48} />}
      below={
        <>
          <StatusBadge status={role.status} />
          {people !== null && (
            <span>{t('{count, plural, one {# person} other {# people}}', { count: people })}</span>
          )}
        </>
      }
      actions={
        <RoleButtons
          record={role}
          without={t('Edit')}
          after={(action) => action === 'purge' && void navigate({ to: '/roles/deleted' })}
        />
      }
    >
      <OpenRecord area="roles" id={role._id} title={role.name ?? null}>
        <DeletedBanner record={role} />
        <RoleEditor
          key={role._id}
          saved={role}
          copied={null}
          own={own.data}
          readOnly={whyNot(role, mayUpdate)}
          fixed={isBeyond(role, own.data) ? t(beyondOwn) : undefined}
        />
        <RecordHistory id={role._id} />
      </OpenRecord>
    </RecordPage>
  )
}

const beyondOwn = msg(
  'This role has permissions you don’t have, so you can’t change its name, description or picture. Ask somebody who has them all, such as an owner.',
)

function whyNot(role: Role, mayUpdate: boolean): string | undefined {
  if (role.system === true)
    return t('This is the owner role. It has every permission and can’t be changed.')
  if (role.status === 'deleted') return t('This role is deleted. Restore it to edit it.')
  return mayUpdate ? undefined : t('You can view this role but not edit it.')
}

export function RoleNewPage() {
  const { from = null } = useSearch({ from: '/guarded/roles/new' })
  const source = useQuery({ ...roleOptions(from ?? ''), enabled: from !== null })
  const own = useQuery(ownPermissions)
  if (source.isError) return <RecordFailed query={source} what="role" needs={may('list')} />
  if (!own.data || (from !== null && !source.data)) return <PageSkeleton />
  const name = source.data?.name ?? null
  return (
    <RecordPage
      back={<BackLink to="/roles" label={t('Roles')} />}
      title={name === null ? t('New role') : t('Copy of {name}', { name })}
    >
      <RoleEditor key={from} saved={null} copied={source.data ?? null} own={own.data} />
    </RecordPage>
  )
}
