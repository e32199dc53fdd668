import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import classes from './list.module.css'
import type { Column } from './list-definition.ts'
import { ResizeHandle } from './resize-handle.tsx'

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
}

function Header<T>(props: HeaderProps<T>) {
  return (
    <thead className={classes.head}>
      <tr>
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
              aria-sort={direction ?? undefined}
            >
              {column.control ? (
                <span className={classes.unseen}>{column.label}</span>
              ) : column.sort === undefined ? (
                <span className={classes.label}>{column.label}</span>
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => props.onSort(nextSort(column, props.sort))}
                >
                  <span className={classes.label}>{column.label}</span>
                  {direction === 'descending' ? (
                    <IconArrowDown size={14} aria-hidden />
                  ) : (
                    <IconArrowUp
                      size={14}
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

/** The head of the table: sorts, resizes, and selects the page. */
export const ListHeader = memo(Header) as typeof Header

function directionOf(field: string, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : 'none'
}
