import { Button } from '@mantine/core'
import type { UserType } from '@steward/contract/users/users'
import { t } from '@steward/i18n/reader'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { putOnTop, reloadLists } from '../../api/record-cache.ts'
import { requestBody } from '../../api/request-body.ts'
import { OpenRecord } from '../../shared/live/open-record.tsx'
import {
  mayDo,
  nameOf,
  needed,
  newWords,
  typeOf,
  typesFor,
  userTypes,
} from '../../shared/people/user-types.ts'
import { CreationNote } from '../../shared/permissions/creation-note.tsx'
import { creationConditions, firstValues } from '../../shared/permissions/first-values.ts'
import { NotPermitted } from '../../shared/permissions/not-permitted.tsx'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { PageForm } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useOwnId } from '../../ui/list/filters/own-id.ts'
import { BackLink, PageSkeleton, RecordPage, SaveBar } from '../../ui/page/record-page.tsx'
import { useOwnLimits } from '../../ui/permissions/own-limits.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAssignableRoles } from './use-role-choices.ts'
import { userForm } from './user-form.ts'
import { AccountPart, PersonPart } from './user-form-fields.tsx'
import { userOptions } from './users.queries.ts'
import { cacheUser } from './users.writes.ts'

const lists = {
  admin: 'users.listAdmins',
  business: 'users.listBusiness',
  member: 'users.list',
} as const

/** These calls accept only multipart forms (specification section 7). */
const multipart = { multipart: true }

/** The form of a user; `type` is what a new one starts with. */
export function UserEditor({ saved, type }: { saved: User | null; type: UserType }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const roles = useAssignableRoles()
  const [asksPassword, setAsksPassword] = useState(false)
  const history = useEditHistory<User>(nameOf)
  const limits = useOwnLimits()
  const me = useOwnId()
  const conditions = (of: UserType) =>
    saved === null ? creationConditions(limits, 'users', userTypes[of].title) : undefined
  // The type itself is chosen: each has its own permission, and so its own conditions.
  const firstOf = (of: UserType) => ({ ...firstValues('users', conditions(of), me), type: of })
  const editing = useRecordForm({
    draftKey: saved ? `users/${saved._id}` : 'users/new',
    record: saved,
    area: 'users',
    fields: userForm(type, roles, {
      wasAdmin: saved !== null && typeOf(saved) === 'admin',
      isService: saved?.service === true,
    }),
    ...(saved === null && { start: { values: firstOf(type) } }),
    reload: (base) => client.fetchQuery({ ...userOptions(base._id), staleTime: 0 }),
    send: (fields, base) => {
      if (!base) {
        const body = requestBody({ name: '', email: '', type, ...fields }, multipart)
        return call('users.create', { body })
      }
      const id = base._id
      const body = requestBody({ id, ...fields }, multipart)
      return call('users.update', { params: { id }, body })
    },
    ...history,
    keep: (user, base) => {
      if (base) cacheUser(client, base._id, user)
      else if (user) putOnTop<User>(client, 'users', lists[typeOf(user)], user._id, user)
      else void reloadLists(client, 'users')
    },
    refused: ({ currentPassword }) => currentPassword && setAsksPassword(true),
    done: (user, base) => {
      const id = base ? base._id : ''
      if (id !== '') void navigate({ to: '/users/$id', params: { id } })
      else void navigate({ to: userTypes[user ? typeOf(user) : values.type].path })
    },
  })
  const { base, input } = editing
  const values = editing.form.getValues()
  editing.form.watch('type', ({ value }) => {
    if (base === null) editing.form.setValues(firstOf(value))
  })
  return (
    <PageForm
      what={t('person')}
      editing={editing}
      bar={
        <SaveBar
          buttons={
            <Button variant="filled" type="submit" loading={editing.isPending}>
              {base === null ? t('Create') : t('Save')}
            </Button>
          }
        />
      }
    >
      <CreationNote
        area="users"
        submodule={userTypes[values.type].title}
        wheres={conditions(values.type)}
      />
      <PersonPart
        input={input}
        values={values}
        asksPassword={asksPassword}
        isService={base?.service === true}
      />
      <AccountPart input={input} values={values} saved={base} roles={roles} />
    </PageForm>
  )
}

export function UserNewPage() {
  const search = useSearch({ from: '/guarded/users/new' })
  const can = useCan()
  const types = typesFor(can, 'create')
  const type = types.find((each) => each === search.type) ?? types[0] ?? 'member'
  const { path, title } = userTypes[type]
  return (
    <RecordPage back={<BackLink to={path} label={t(title)} />} title={t(newWords[type])}>
      <UserEditor key={type} saved={null} type={type} />
    </RecordPage>
  )
}

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
      title={t('Edit {name}', { name: nameOf(user) })}
    >
      <OpenRecord area="users" id={id}>
        <UserEditor key={user._id} saved={user} type={typeOf(user)} />
      </OpenRecord>
    </RecordPage>
  )
}
