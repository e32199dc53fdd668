import type { Role } from '@steward/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { type DeepPartial, numberOf } from '../../api/read.ts'
import { putOnTop } from '../../api/record-cache.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { showFieldErrors } from '../../ui/form/field-errors.ts'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { modulesOf } from './matrix/shape.ts'
import { problemsOf, type RoleDraft, roleBody, sameValues } from './role-form.ts'
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
  const [theirs, setTheirs] = useState<DeepPartial<Role> | null>(null)

  const { mutate, isPending } = useMutation({
    mutationFn: ({ values, changes }: RoleDraft) => {
      const permissions = changes.length > 0 ? modulesOf(store.shape, store.granted) : null
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
    onSuccess: ({ message, data }, sent) => {
      toast.success(message || 'Role saved')
      if (base) keepRole(client, data)
      else putOnTop<Role>(client, 'roles', 'roles.list', idOf(data), data)
      // What was typed while it was on its way stays.
      const typedOn =
        !sameValues(sent.values, editing.form.getValues()) ||
        store.changedSince(sent.changes).length > 0
      if (base || typedOn) {
        editing.adopt(data, sent)
        return
      }
      draft.discard()
      void navigate({ to: '/roles' })
    },
    onError: (thrown) => {
      const failure = toFailure(thrown)
      if (failure.code === 'out_of_date' && failure.data) {
        setTheirs(failure.data as DeepPartial<Role>)
        return
      }
      editing.form.setErrors(showFieldErrors(thrown, fields))
      focusFirstError(form.current)
    },
  })

  return {
    isPending,
    theirs,
    save: () => {
      if (isPending) return
      const problems = problemsOf(editing.form.getValues())
      editing.form.setErrors(problems)
      if (Object.keys(problems).length > 0) focusFirstError(form.current)
      else mutate({ values: editing.form.getValues(), changes: store.changed() })
    },
    resolve: (keep: boolean) => {
      if (theirs) editing.adopt(theirs, keep ? { values: before, changes: [] } : null)
      setTheirs(null)
    },
    close: () => setTheirs(null),
  }
}
