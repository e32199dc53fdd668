import { t } from '@steward/i18n/reader'
import { IconArrowBarRight, IconTrash } from '@tabler/icons-react'
import { type MouseEvent, memo } from 'react'
import type { Gone, Row } from '../../../api/listing.ts'
import type { Column, Fold } from '../definition/list-definition.ts'
import classes from './table.module.css'

/** What a row and a card are given; all of it keeps its identity while the row stays the same. */
export interface RowProps {
  row: Row<unknown>
  columns: readonly Column<unknown>[]
  label: string
  chosen: boolean
  opened: boolean
  /** Whether the row counts as gone; the reason, if it has left the list while shown. */
  gone: boolean | Gone
  /** Whether Tab reaches the row: only one row of a list is in the tab order. */
  inOrder: boolean
  fold: Fold<unknown> | null
  /** Whether it is a further row of an unfolded line. */
  folded: boolean
  onToggle: (id: string, range: boolean) => void
  onOpen: (id: string) => void
  onReach: (id: string) => void
}

/** The attributes of a row's or card's element; Enter is handled by the list (use-row-keys.ts). */
export const rowAttributes = (props: RowProps) => ({
  'data-row': props.row.id,
  'data-gone': props.gone || undefined,
  'data-opened': props.opened || undefined,
  'data-chosen': props.chosen || undefined,
  'data-folded': props.folded || undefined,
  tabIndex: props.inOrder ? 0 : -1,
  // A click within a control of the row, or one that ends a text selection, doesn't open it.
  onClick: (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label')) return
    if (window.getSelection()?.isCollapsed === false) return
    props.onOpen(props.row.id)
  },
  onFocus: () => props.onReach(props.row.id),
})

/** The attributes of a column's cells, heading and placeholders. */
export const columnAttributes = ({ align, control, icon, hidden, priority }: Column<unknown>) => ({
  'data-align': align,
  'data-control': control,
  'data-icon': icon ? true : undefined,
  'data-priority': hidden ? undefined : priority,
})

/** The box that chooses a row; Shift chooses all from the last one to this one. */
export function RowBox(props: RowProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={props.chosen}
        aria-label={t('Select {record}', { record: props.label })}
        onMouseDown={(event) => {
          // Shift-click would mark the text between the two boxes.
          if (event.shiftKey) event.preventDefault()
        }}
        onChange={(event) =>
          props.onToggle(
            props.row.id,
            event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey,
          )
        }
      />
    </label>
  )
}

/** What a row is known by: its first column, or its id where that says nothing. */
export function FirstCell({ row, column, gone }: RowProps & { column: Column<unknown> }) {
  const cell =
    column.text(row.record) === '' ? (
      <code className="block clip" title={row.id}>
        {row.id}
      </code>
    ) : (
      column.cell(row.record)
    )
  if (typeof gone === 'boolean') return cell
  const words = gone === 'deleted' ? t('Deleted', {}, 'a record') : t('Not on this page any more')
  const Icon = gone === 'deleted' ? IconTrash : IconArrowBarRight
  return (
    <span className="row gap-6 shrinks">
      <span title={words} className="inline-row rigid">
        <Icon size="1rem" aria-hidden />
        <span className="unseen">{t('{label}:', { label: words })} </span>
      </span>
      {cell}
    </span>
  )
}

export const ListRow = memo(function ListRow(props: RowProps) {
  return (
    <tr {...rowAttributes(props)} className={classes.row}>
      <td className={classes.boxCell}>
        <RowBox {...props} />
      </td>
      {props.columns.map((column, index) => (
        <td key={column.key} {...columnAttributes(column)}>
          {index === 0 ? (
            <FirstCell {...props} column={column} />
          ) : (
            column.cell(props.row.record, props.fold)
          )}
        </td>
      ))}
    </tr>
  )
})
