import type { ReactNode } from 'react'
import type { MatrixStore, Part } from './matrix-store.ts'
import { useCount } from './matrix-store.ts'

/** A box for all permissions of a part; mixed where some are granted. */
export function PartBox(props: {
  store: MatrixStore
  part: Part
  index: number
  label: string
  column: number
  readOnly: boolean
  children: ReactNode
}) {
  const { store, part, index, readOnly } = props
  useCount(store, part, index)
  const state = store.stateOf(part, index)
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        data-column={props.column}
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
      {props.children}
    </label>
  )
}
