import { Button } from '@mantine/core'
import { counted } from '../../ui/format/locale.ts'
import { SaveBar } from '../../ui/page/record-page.tsx'
import { effectSentences } from './effect-words.ts'
import type { MatrixStore } from './matrix/matrix-store.ts'
import { useWhole } from './matrix/use-matrix.ts'
import type { useEffectOf } from './use-effect-of.ts'

/**
 * What stands unsaved in a role, what it does to whom, and the buttons.
 * @param props.isNew a role that nobody can hold yet
 * @param props.unsaved whether anything stands unsaved, fields included
 * @param props.onEffect shows the effect whole
 */
export function RoleSaveBar(props: {
  store: MatrixStore
  effect: ReturnType<typeof useEffectOf>
  isNew: boolean
  /** Whether what a change would do can be asked. */
  tellsEffect: boolean
  unsaved: () => boolean
  isPending: boolean
  onEffect: () => void
  onReset: () => void
}) {
  const { store, effect, isNew } = props
  useWhole(store)
  const unsaved = props.unsaved()
  const { gained, lost } = store.changes
  const changed = [
    gained > 0 ? `${counted(gained, 'permission', 'permissions')} granted` : '',
    lost > 0 ? `${counted(lost, 'permission', 'permissions')} revoked` : '',
  ].filter(Boolean)
  const known = effect.changed && effect.data && !effect.isPlaceholderData && effect.settled
  return (
    <SaveBar
      buttons={
        <>
          {!isNew && unsaved && (
            <Button variant="subtle" onClick={props.onReset}>
              Discard
            </Button>
          )}
          {props.tellsEffect && !isNew && gained + lost > 0 && (
            <Button variant="default" onClick={props.onEffect}>
              Preview effect
            </Button>
          )}
          <Button type="submit" loading={props.isPending} disabled={!isNew && !unsaved}>
            {isNew ? 'Create role' : 'Save'}
          </Button>
        </>
      }
    >
      <p>
        {changed.length > 0
          ? changed.join(', ')
          : unsaved
            ? 'Not saved yet'
            : isNew
              ? ''
              : 'No changes'}
      </p>
      <div role="status">
        {known && effect.data && (
          <ul>
            {effectSentences(effect.data).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </SaveBar>
  )
}
