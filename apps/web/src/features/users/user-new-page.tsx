import { useSearch } from '@tanstack/react-router'
import { typesFor, userTypes } from '../../shared/people/user-types.ts'
import { BackLink, RecordPage } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { UserEditor } from './user-editor.tsx'

export function UserNewPage() {
  const search = useSearch({ from: '/guarded/users/new' })
  const can = useCan()
  const types = typesFor(can, 'create')
  const type = types.find((each) => each === search.type) ?? types[0] ?? 'member'
  const { path, title, one } = userTypes[type]
  return (
    <RecordPage back={<BackLink to={path} label={title} />} title={`New ${one}`}>
      <UserEditor key={type} saved={null} type={type} />
    </RecordPage>
  )
}
