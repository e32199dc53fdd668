import { t } from '@steward/i18n/reader'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useRef } from 'react'
import { useRoving } from '../../keys/use-roving.ts'
import type { Column } from '../definition/list-definition.ts'
import { columnAttributes } from './list-row.tsx'
import { forward, ResizeHandle } from './resize-handle.tsx'
import classes from './table.module.css'
import { useColumnDrag } from './use-column-drag.ts'

interface HeaderProps {
  columns: readonly Column<unknown>[]
  sort: string
  widths: Readonly<Record<string, number>>
  /** How many rows the page has, and how many of them are chosen. */
  rows: number
  chosen: number
  onSort: (sort: string) => void
  onTogglePage: (on: boolean) => void
  onWidth: (key: string, width: number, done: boolean) => void
  /** Moves a column to another position among those with data. */
  onMove: (key: string, to: number) => void
}

/** The head of the table: moves columns, sorts, resizes, and selects the page. */
export const ListHeader = memo(function ListHeader(props: HeaderProps) {
  const { rows, chosen } = props
  const head = useRef<HTMLTableRowElement>(null)
  useRoving(head)
  const drag = useColumnDrag(false)
  /** Alt, Shift and an arrow move a column. */
  const onKey = (event: KeyboardEvent<HTMLElement>, key: string, at: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || !event.altKey || !event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    props.onMove(key, at + step * forward(event.currentTarget))
  }
  return (
    <thead className={classes.head}>
      <tr ref={head} onPointerDown={(event) => drag?.dragColumn(event, props.onMove)}>
        <th scope="col" className={classes.boxCell}>
          <label className={classes.box}>
            <input
              type="checkbox"
              aria-label={t('Select all rows of this page')}
              checked={chosen > 0 && chosen === rows}
              disabled={rows === 0}
              ref={(input) => {
                if (input) input.indeterminate = chosen > 0 && chosen < rows
              }}
              onChange={() => props.onTogglePage(chosen < rows)}
            />
          </label>
        </th>
        {props.columns.map((column, at) => (
          <th
            key={column.key}
            scope="col"
            {...columnAttributes(column)}
            data-column={column.control ? undefined : column.key}
            onKeyDownCapture={(event) => onKey(event, column.key, at)}
            aria-sort={column.sort === undefined ? undefined : directionOf(column.sort, props.sort)}
          >
            {column.control ? (
              <span className="unseen">{t(column.label)}</span>
            ) : (
              <>
                <Heading column={column} sort={props.sort} onSort={props.onSort} />
                <ResizeHandle
                  label={t(column.label)}
                  width={props.widths[column.key] ?? column.width}
                  onWidth={(width, done) => props.onWidth(column.key, width, done)}
                />
              </>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
})

/** A column's heading, as a word or an icon with the word on hover, and the button that sorts. */
function Heading(props: { column: Column<unknown>; sort: string; onSort: (sort: string) => void }) {
  const { icon: Icon, sort: up, descending } = props.column
  const label = t(props.column.label)
  const words = Icon ? (
    <span className={classes.iconLabel} data-name={label}>
      <Icon size="1rem" aria-hidden />
      <span className="unseen">{label}</span>
    </span>
  ) : (
    <span className={classes.label}>{label}</span>
  )
  if (up === undefined) return words
  const direction = directionOf(up, props.sort)
  const goesDown = direction === 'none' ? descending : direction === 'ascending'
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={() => props.onSort(goesDown ? `-${up}` : up)}
    >
      {words}
      <Arrow size="0.875rem" aria-hidden data-idle={direction === 'none' || undefined} />
    </button>
  )
}

function directionOf(field: string, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : 'none'
}
