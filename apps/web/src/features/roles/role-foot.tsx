import { useHasCall } from '../../api/missing-calls.ts'
import type { Role } from '../../api/records.ts'
import type { Draft } from '../../ui/form/use-draft.ts'
import { EffectDialog } from './effect-dialog.tsx'
import type { MatrixStore } from './matrix/matrix-store.ts'
import { RoleSaveBar } from './role-save-bar.tsx'
import { useEffectOf } from './use-effect-of.ts'

/**
 * The foot of a role's form: what stands unsaved, what that does to its people, and saving. Apart
 * from the form, which a toggle of the matrix then doesn't draw anew.
 * @param props.showsEffect whether the effect is shown whole, as it is before anything is saved
 */
export function RoleFoot(props: {
  editing: {
    base: Role | null
    part: { store: MatrixStore }
    draft: Draft
    isPending: boolean
    reset: () => void
  }
  showsEffect: boolean
  onEffect: (shown: boolean) => void
  onSave: () => void
}) {
  const { base, part, draft, isPending, reset } = props.editing
  const { store } = part
  const has = useHasCall('roles.effect') && store.touched === null
  const effect = useEffectOf(base && has ? base._id : null, store)
  return (
    <>
      <RoleSaveBar
        store={store}
        effect={effect}
        isNew={base === null}
        tellsEffect={has}
        unsaved={draft.unsaved}
        isPending={isPending}
        onEffect={() => props.onEffect(true)}
        onReset={reset}
      />
      <EffectDialog
        opened={props.showsEffect}
        effect={effect}
        isPending={isPending}
        onClose={() => props.onEffect(false)}
        onSave={props.onSave}
      />
    </>
  )
}
