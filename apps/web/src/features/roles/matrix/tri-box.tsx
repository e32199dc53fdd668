import type { ReactNode } from 'react'
import type { TriState } from './matrix-store.ts'

/**
 * A box for several permissions at once, with its words; mixed where some of them are granted.
 * @param props.label names what it is for: `All of Bills`
 * @param props.column where it stands in its row, from 0
 */
export function TriBox(props: {
  state: TriState
  label: string
  column: number
  readOnly: boolean
  onFlip: () => void
  children: ReactNode
}) {
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        data-column={props.column}
        aria-label={props.label}
        aria-disabled={props.readOnly || undefined}
        checked={props.state === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = props.state === 'some'
        }}
        onChange={props.readOnly ? ignore : props.onFlip}
      />
      {props.children}
    </label>
  )
}

const ignore = () => {}
