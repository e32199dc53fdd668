import { useForm } from '@mantine/form'
import type { PermissionModule } from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import { useEffect, useState } from 'react'
import { readDraft } from '../../api/drafts.ts'
import { type DeepPartial, numberOf } from '../../api/read.ts'
import { notice } from '../../ui/feedback/messages.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import {
  mergeValues,
  type RoleDraft,
  type RoleValues,
  sameValues,
  startOf,
  valuesOf,
} from './role-form.ts'
import { copyInto, matrixOf } from './role-matrix.ts'
import { idOf } from './roles.writes.ts'

/** A role that is being edited: its fields, its matrix, and what of them stands unsaved. */
export type RoleEditing = ReturnType<typeof useRoleEditor>

/**
 * The state of a role's form. A draft of a session that was lost is there again.
 * @param saved the role as it is saved; null for a new one
 * @param from the role that a new one is a copy of
 * @param own the permission modules of the person signed in
 */
export function useRoleEditor(
  saved: DeepPartial<Role> | null,
  from: DeepPartial<Role> | null,
  own: readonly DeepPartial<PermissionModule>[],
) {
  const key = saved ? `roles/${idOf(saved)}` : 'roles/new'
  const [kept] = useState(() => readDraft<RoleDraft>(key))
  const [base, setBase] = useState(saved)
  const [{ store, leftOut }, setMatrix] = useState(() => {
    const made = matrixOf(saved, own)
    if (kept) made.apply(kept.changes)
    return { store: made, leftOut: from && !kept ? copyInto(made, from) : 0 }
  })
  const form = useForm<RoleValues>({ initialValues: kept?.values ?? startOf(saved, from) })
  const before = valuesOf(base)
  const draft = useDraft(key, () => {
    const values = form.getValues()
    const { gained, lost } = store.changes
    if (gained + lost === 0 && sameValues(values, before)) return null
    return { values, changes: store.changed() } satisfies RoleDraft
  })
  useEffect(() => store.whole.listen(0, draft.touch), [store, draft])
  useEffect(() => {
    if (kept) notice('What you had not saved is here again.')
  }, [kept])

  /**
   * Goes on from a role as it is saved now.
   * @param since a state of the form; what was changed after it is kept on top of the role
   */
  const adopt = (role: DeepPartial<Role>, since: RoleDraft | null) => {
    const made = matrixOf(role, own)
    const now = valuesOf(role)
    if (since) made.apply(store.changedSince(since.changes))
    form.setInitialValues(now)
    form.setValues(since ? mergeValues(since.values, form.getValues(), now) : now)
    form.clearErrors()
    setBase(role)
    setMatrix({ store: made, leftOut: 0 })
  }
  // Somebody else saved it while nothing of ours stood unsaved: theirs is shown.
  const isNewer = (numberOf(saved?.version) ?? 0) > (numberOf(base?.version) ?? 0)
  useEffect(() => {
    if (saved && isNewer && !draft.unsaved()) adopt(saved, null)
  })

  return {
    form,
    store,
    base,
    before,
    draft,
    /** Permissions of the role copied from that could not be granted. */
    leftOut,
    adopt,
    /** Goes back to what is saved. */
    reset: () => {
      store.reset()
      form.setValues(before)
      form.clearErrors()
    },
  }
}
