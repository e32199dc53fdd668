import { useForm } from '@mantine/form'
import type { User, UserType } from '@steward/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { readDraft } from '../../api/drafts.ts'
import { toFailure } from '../../api/failure.ts'
import { type DeepPartial, numberOf } from '../../api/read.ts'
import { putOnTop } from '../../api/record-cache.ts'
import { notice, toast } from '../../ui/feedback/messages.tsx'
import { showFieldErrors } from '../../ui/form/field-errors.ts'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { useDraft } from '../../ui/form/use-draft.ts'
import {
  changedFields,
  mergeValues,
  problemsOf,
  type UserValues,
  userBody,
  userFields,
  valuesOf,
} from './user-form.ts'
import { idOf, typeOf, userTypes } from './user-types.ts'
import { keepUser } from './users.writes.ts'

const lists = {
  admin: 'users.listAdmins',
  business: 'users.listBusiness',
  member: 'users.list',
} as const

/**
 * The state of a user's form, and saving: what the server refuses stands at its field, and what was
 * typed stays. A draft of a session that was lost is there again, but for its password.
 * @param saved the user as they are saved; null for a new one
 * @param type what a new one is at first
 * @param element the form's element, whose first wrong field gets the focus
 */
export function useUserForm(
  saved: DeepPartial<User> | null,
  type: UserType,
  element: RefObject<HTMLFormElement | null>,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const key = saved ? `users/${idOf(saved)}` : 'users/new'
  const [kept] = useState(() => readDraft<UserValues>(key))
  const [base, setBase] = useState(saved)
  const [theirs, setTheirs] = useState<DeepPartial<User> | null>(null)
  const [asksPassword, setAsksPassword] = useState(false)
  const before = valuesOf(base, type)
  const form = useForm<UserValues>({ initialValues: kept ?? before })
  const draft = useDraft(key, () => {
    const values = form.getValues()
    // A password is never written down.
    return changedFields(values, before).length === 0
      ? null
      : { ...values, password: '', currentPassword: '' }
  })
  useEffect(() => {
    if (kept) notice('What you had not saved is here again.')
  }, [kept])

  const { mutate, isPending } = useMutation({
    mutationFn: (values: UserValues) => {
      if (!base) return call('users.create', { body: userBody(values, null) })
      const id = idOf(base)
      const body = userBody(values, before, { id, version: numberOf(base.version) })
      return call('users.update', { params: { id }, body })
    },
    onSuccess: ({ message, data }, sent) => {
      toast.success(message || 'Saved')
      const id = idOf(data)
      if (base) keepUser(client, data)
      else putOnTop<User>(client, 'users', lists[typeOf(data)], id, data)
      const typed = form.getValues()
      if (changedFields(typed, sent).length > 0) {
        // What was typed while it was on its way is not left behind.
        setBase(data)
        form.setValues(mergeValues(sent, typed, valuesOf(data)))
        return
      }
      draft.discard()
      if (base && id !== '') void navigate({ to: '/users/$id', params: { id } })
      else void navigate({ to: userTypes[typeOf(data)].to })
    },
    onError: (thrown) => {
      const failure = toFailure(thrown)
      if (failure.code === 'out_of_date' && failure.data) {
        setTheirs(failure.data as DeepPartial<User>)
        return
      }
      const errors = showFieldErrors(thrown, userFields)
      // Once asked for, it stays, also while it is typed anew.
      if (errors.currentPassword) setAsksPassword(true)
      form.setErrors(errors)
      focusFirstError(element.current)
    },
  })

  return {
    form,
    base,
    before,
    draft,
    isPending,
    /** Whether the server wants one's own password with this change. */
    asksPassword,
    theirs,
    save: () => {
      if (isPending) return
      const errors = problemsOf(form.getValues())
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) focusFirstError(element.current)
      else mutate(form.getValues())
    },
    resolve: (keep: boolean) => {
      if (!theirs) return
      const now = valuesOf(theirs)
      form.setValues(keep ? mergeValues(before, form.getValues(), now) : now)
      form.clearErrors()
      setBase(theirs)
      setTheirs(null)
      keepUser(client, theirs)
    },
    close: () => setTheirs(null),
  }
}
