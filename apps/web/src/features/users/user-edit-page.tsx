import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { OpenRecord } from '../../shared/live/open-record.tsx'
import { mayDo, nameOf, needed, typeOf } from '../../shared/people/user-types.ts'
import { NotPermitted } from '../../shared/permissions/not-permitted.tsx'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { BackLink, PageSkeleton, RecordPage } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { UserEditor } from './user-editor.tsx'
import { userOptions } from './users.queries.ts'

export function UserEditPage() {
  const { id } = useParams({ from: '/guarded/users/$id/edit' })
  const query = useQuery(userOptions(id))
  const can = useCan()
  if (query.isError)
    return <RecordFailed query={query} what="person" needs={needed('member', 'view')} />
  const user = query.data
  if (!user) return <PageSkeleton />
  if (!mayDo(can, user, 'update'))
    return <NotPermitted permission={needed(typeOf(user), 'update')} />
  return (
    <RecordPage
      back={<BackLink to="/users/$id" params={{ id }} label={nameOf(user)} />}
      title={`Edit ${nameOf(user)}`}
    >
      <OpenRecord area="users" id={id}>
        <UserEditor key={user._id} saved={user} type={typeOf(user)} />
      </OpenRecord>
    </RecordPage>
  )
}
