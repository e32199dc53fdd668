import type { Role } from '@steward/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { numberOf, type Sparse } from '../../api/read.ts'
import { putOnTop } from '../../api/record-cache.ts'
import { fieldErrors, focusFirstError } from '../../ui/field-failure.ts'
import { toast } from '../../ui/messages.tsx'
import { modulesOf } from './matrix/shape.ts'
import { roleBody } from './role-form.ts'
import { idOf, keepRole } from './roles.writes.ts'
import type { RoleEditing } from './use-role-editor.ts'

const fields = ['name', 'description', 'image', 'permissions']

/**
 * Saves a role: what the server refuses stands at its field, and what was typed stays.
 * @param form the form's element, whose first wrong field gets the focus
 * @returns `theirs`, the role as somebody else saved it meanwhile, until the person has chosen
 */
export function useSaveRole(editing: RoleEditing, form: RefObject<HTMLFormElement | null>) {
  const { base, before, store, draft } = editing
  const client = useQueryClient()
  const navigate = useNavigate()
  const [theirs, setTheirs] = useState<Sparse<Role> | null>(null)

  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { gained, lost } = store.changes
      const permissions = gained + lost > 0 ? modulesOf(store.shape, store.granted) : null
      const values = editing.form.getValues()
      if (!base) {
        const body = roleBody<'roles.create'>({}, before, values, permissions)
        return call('roles.create', { body })
      }
      const version = numberOf(base.version)
      const beside = { _id: idOf(base), ...(version === null ? {} : { version }) }
      return call('roles.update', {
        body: roleBody<'roles.update'>(beside, before, values, permissions),
      })
    },
    onSuccess: ({ message, data }) => {
      toast.success(message || 'Role saved')
      if (base) {
        keepRole(client, data)
        editing.adopt(data, { keep: false })
        return
      }
      putOnTop<Role>(client, 'roles', 'roles.list', idOf(data), data)
      draft.discard()
      void navigate({ to: '/roles' })
    },
    onError: (thrown) => {
      const failure = toFailure(thrown)
      if (failure.code === 'out_of_date' && failure.data) {
        setTheirs(failure.data as Sparse<Role>)
        return
      }
      editing.form.setErrors(fieldErrors(thrown, fields))
      focusFirstError(form.current)
    },
  })

  return {
    isPending,
    theirs,
    save: () => {
      if (isPending) return
      const name = editing.form.getValues().name.trim()
      editing.form.setErrors(name === '' ? { name: 'Enter a name' } : {})
      if (name === '') focusFirstError(form.current)
      else mutate()
    },
    resolve: (keep: boolean) => {
      if (theirs) editing.adopt(theirs, { keep })
      setTheirs(null)
    },
    close: () => setTheirs(null),
  }
}
