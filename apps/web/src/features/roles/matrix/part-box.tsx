import type { ReactNode } from 'react'
import type { MatrixStore, Part } from './matrix-store.ts'

export interface MatrixProps {
  store: MatrixStore
  readOnly: boolean
}

/** A box for all permissions of a part; mixed where some are granted. Whoever draws it follows the part. */
export function PartBox(
  props: MatrixProps & {
    part: Part
    index?: number
    label: string
    column?: number
    children: ReactNode
  },
) {
  const { store, part, index = 0, readOnly } = props
  const state = store.stateOf(part, index)
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        data-column={props.column ?? 0}
        aria-label={props.label}
        aria-disabled={readOnly || undefined}
        checked={state === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        onChange={() => {
          if (!readOnly) store.flip(store.bitsOf(part, index))
        }}
      />
      <bdi>{props.children}</bdi>
    </label>
  )
}
