import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { useRoving } from '../../page/use-roving.ts'
import { ResizeHandle } from '../table/resize-handle.tsx'
import { useColumnDrag } from '../table/use-column-drag.ts'
import classes from './list.module.css'
import type { Column } from './list-definition.ts'

/** The order that a click on a column asks for, after the one there is now. */
export function nextSort<T>(column: Column<T>, sort: string): string {
  const up = column.sort ?? ''
  if (sort === up) return `-${up}`
  if (sort === `-${up}`) return up
  return column.descending ? `-${up}` : up
}

interface HeaderProps<T> {
  columns: readonly Column<T>[]
  sort: string
  widths: Readonly<Record<string, number>>
  /** Whether all, some or none of the page's rows are chosen; null where there are none. */
  page: 'all' | 'some' | 'none' | null
  onSort: (sort: string) => void
  onTogglePage: (on: boolean) => void
  onWidth: (key: string, width: number, done: boolean) => void
  /** Gives a column another place among those with data. */
  onMove: (key: string, to: number) => void
}

function Header<T>(props: HeaderProps<T>) {
  const head = useRef<HTMLTableRowElement>(null)
  useRoving(head)
  return (
    <thead className={classes.head}>
      <tr ref={head} {...useColumnDrag(props.onMove)}>
        <th scope="col" className={classes.boxCell}>
          <label className={classes.box}>
            <input
              type="checkbox"
              aria-label="Select all rows of this page"
              checked={props.page === 'all'}
              disabled={props.page === null}
              ref={(input) => {
                if (input) input.indeterminate = props.page === 'some'
              }}
              onChange={() => props.onTogglePage(props.page !== 'all')}
            />
          </label>
        </th>
        {props.columns.map((column) => {
          const direction = column.sort === undefined ? null : directionOf(column.sort, props.sort)
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              data-control={column.control}
              data-icon={column.icon ? true : undefined}
              data-column={column.control ? undefined : column.key}
              data-priority={column.hidden ? undefined : column.priority}
              aria-sort={direction ?? undefined}
            >
              {column.control ? (
                <span className={classes.unseen}>{column.label}</span>
              ) : column.sort === undefined ? (
                <Label column={column} />
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => props.onSort(nextSort(column, props.sort))}
                >
                  <Label column={column} />
                  {direction === 'descending' ? (
                    <IconArrowDown size="0.875rem" aria-hidden />
                  ) : (
                    <IconArrowUp
                      size="0.875rem"
                      aria-hidden
                      data-idle={direction === 'none' || undefined}
                    />
                  )}
                </button>
              )}
              {!column.control && (
                <ResizeHandle
                  label={column.label}
                  width={props.widths[column.key] ?? column.width}
                  onWidth={(width, done) => props.onWidth(column.key, width, done)}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** What a column is called: a word, or an icon whose word shows once somebody comes near. */
function Label<T>({ column }: { column: Column<T> }) {
  const { icon: Icon, label } = column
  if (!Icon) return <span className={classes.label}>{label}</span>
  return (
    <span className={classes.iconLabel} data-name={label}>
      <Icon size="1rem" aria-hidden />
      <span className={classes.unseen}>{label}</span>
    </span>
  )
}

/** The head of the table: moves columns, sorts, resizes, and selects the page. */
export const ListHeader = memo(Header) as typeof Header

function directionOf(field: string, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : 'none'
}
