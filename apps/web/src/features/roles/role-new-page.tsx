import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ownPermissions } from '../../api/own-permissions.ts'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { BackLink, PageSkeleton, RecordPage } from '../../ui/page/record-page.tsx'
import { RoleEditor } from './role-editor.tsx'
import { roleOptions } from './roles.queries.ts'
import { may } from './roles.writes.ts'

export function RoleNewPage() {
  const { from = null } = useSearch({ from: '/guarded/roles/new' })
  const source = useQuery({ ...roleOptions(from ?? ''), enabled: from !== null })
  const own = useQuery(ownPermissions)
  if (source.isError) return <RecordFailed query={source} what="role" needs={may('list')} />
  if (!own.data || (from !== null && !source.data)) return <PageSkeleton />
  const name = source.data?.name ?? null
  return (
    <RecordPage
      back={<BackLink to="/roles" label="Roles" />}
      title={name === null ? 'New role' : `Copy of ${name}`}
    >
      <RoleEditor key={from} saved={null} copied={source.data ?? null} own={own.data} />
    </RecordPage>
  )
}
