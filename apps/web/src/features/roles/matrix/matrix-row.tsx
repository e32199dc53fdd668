import { actionWords } from '@steward/contract/permissions/permission-words'
import { type ChangeEvent, memo } from 'react'
import classes from './matrix.module.css'
import type { MatrixStore } from './matrix-store.ts'
import { PartBox } from './part-box.tsx'
import { useRow } from './use-matrix.ts'

/** How a row is given what it needs; all of it keeps its identity. */
export interface RowProps {
  store: MatrixStore
  row: number
  readOnly: boolean
  onCell: (event: ChangeEvent<HTMLInputElement>) => void
}

export const MatrixRow = memo(function MatrixRow({ store, row, readOnly, onCell }: RowProps) {
  useRow(store, row)
  const { shape, granted, locked } = store
  const { name, bits } = shape.rows[row] ?? { name: '', bits: [] }
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.name}>
        <PartBox
          store={store}
          part="row"
          index={row}
          label={`All of ${name}`}
          column={0}
          readOnly={readOnly}
        >
          <bdi>{name}</bdi>
        </PartBox>
      </th>
      {shape.columns.map((action, column) => {
        const bit = bits[column] ?? -1
        if (bit < 0) return <td key={action} className={classes.none} />
        const on = granted[bit] === 1
        const mark = store.isChanged(bit) ? (on ? 'gained' : 'lost') : undefined
        const unknown = !store.isSet(bit)
        const fixed = readOnly || locked[bit] === 1
        return (
          <td
            key={action}
            className={classes.cell}
            data-mark={mark}
            data-locked={(!readOnly && fixed) || undefined}
            title={
              !readOnly && fixed
                ? 'You don’t have this permission, so you can’t grant it'
                : undefined
            }
          >
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                data-column={column + 1}
                data-bit={bit}
                data-unknown={unknown || undefined}
                aria-label={labelOf(name, action, unknown ? 'unknown' : mark, !readOnly && fixed)}
                aria-disabled={fixed || undefined}
                checked={on}
                ref={(input) => {
                  if (input) input.indeterminate = unknown
                }}
                onChange={onCell}
              />
              <span aria-hidden="true">{actionWords(action)}</span>
            </label>
          </td>
        )
      })}
    </tr>
  )
})

function labelOf(name: string, action: string, mark: string | undefined, locked: boolean): string {
  const state = { gained: ', newly granted', lost: ', revoked', unknown: ', unknown' }[mark ?? '']
  return `${name}: ${actionWords(action)}${state ?? ''}${locked ? ', you don’t have it yourself' : ''}`
}
