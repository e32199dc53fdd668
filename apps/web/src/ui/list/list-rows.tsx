import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import type { Gone, Row } from '../../api/listing.ts'
import classes from './list.module.css'
import { ListCard } from './list-card.tsx'
import type { Column, ListDefinition } from './list-definition.ts'
import { ListHeader } from './list-header.tsx'
import { ListRow } from './list-row.tsx'
import { SkeletonCards, SkeletonRows } from './list-skeleton.tsx'
import type { ListMemory } from './remembered.ts'

/** Whether rows are cards: below 48 rem. */
export const useCards = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false }) ?? false

/** What stands above and below the rows of a list takes so much at least, and a row of a table too; px. */
const [around, lowest] = [290, 36]

/** How many rows the window can show, at most. */
const inSight = () => Math.max(10, Math.ceil((window.innerHeight - around) / lowest))

export interface ListRowsProps<T> {
  definition: ListDefinition<T>
  columns: readonly Column<T>[]
  /** The rows, or null while the first ones are coming. */
  rows: readonly Row<T>[] | null
  /** Rows that are not there any more, by id. */
  gone: Readonly<Record<string, Gone>>
  limit: number
  sort: string
  stale: boolean
  memory: ListMemory
  chosen: ReadonlyMap<string, Row<T>>
  opened: string | null
  /** Told which row was reached last; kept out of the screen's state, so that a step draws two rows only. */
  reached: RefObject<string | null>
  list: RefObject<HTMLDivElement | null>
  onSort: (sort: string) => void
  onToggle: (id: string, range: boolean) => void
  onTogglePage: (on: boolean) => void
  onOpen: (id: string) => void
  onRemember: (change: Partial<ListMemory>) => void
}

/** The rows of a list: a table with its head in sight, or cards below 48 rem. */
export function ListRows<T>(props: ListRowsProps<T>) {
  const cards = useCards()
  const { rows, list, definition, reached } = props
  const [reachedId, setReachedId] = useState<string | null>(null)
  const onReach = useCallback(
    (id: string) => {
      reached.current = id
      setReachedId(id)
    },
    [reached],
  )
  const entry = rows?.some((row) => row.id === reachedId) ? reachedId : (rows?.[0]?.id ?? null)
  // The rows that can be seen come first, and those below them a moment later.
  const [most, setMost] = useState(inSight)
  const waits = rows !== null && rows.length > most
  useEffect(() => {
    if (waits) startTransition(() => setMost(Number.POSITIVE_INFINITY))
  }, [waits])
  const drawn = rows?.slice(0, most).map((row) => {
    const each = {
      row,
      columns: props.columns,
      label: definition.title(row.record),
      chosen: props.chosen.has(row.id),
      opened: props.opened === row.id,
      gone: props.gone[row.id] ?? definition.gone?.(row.record) ?? false,
      inOrder: entry === row.id,
      onToggle: props.onToggle,
      onOpen: props.onOpen,
      onReach,
    }
    return cards ? <ListCard key={row.id} {...each} /> : <ListRow key={row.id} {...each} />
  })
  return (
    <div
      ref={list}
      className={classes.rows}
      data-stale={props.stale || undefined}
      data-density={props.memory.density}
      aria-busy={props.stale || rows === null}
    >
      {cards ? (
        rows === null ? (
          <SkeletonCards columns={props.columns} rows={props.limit} />
        ) : (
          <ul className={classes.cards} aria-label={definition.list.many}>
            {drawn}
          </ul>
        )
      ) : (
        <Table {...props}>
          {rows === null ? (
            <SkeletonRows columns={props.columns} rows={Math.min(props.limit, 30)} />
          ) : (
            <tbody>{drawn}</tbody>
          )}
        </Table>
      )}
    </div>
  )
}

const boxWidth = 40

function Table<T>(props: ListRowsProps<T> & { children: React.ReactNode }) {
  const { columns, memory, rows, chosen, onRemember } = props
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({})
  const widths = useMemo(() => ({ ...memory.widths, ...dragged }), [memory.widths, dragged])
  const onWidth = useCallback(
    (key: string, width: number, done: boolean) => {
      setDragged(done ? {} : { [key]: width })
      if (done) onRemember({ widths: { ...memory.widths, [key]: width } })
    },
    [memory.widths, onRemember],
  )
  const sum = columns.reduce((all, { key, width }) => all + (widths[key] ?? width), boxWidth)
  const grows = (columns.find((column) => column.grow) ?? columns[0])?.key ?? ''
  const picked = rows?.filter((row) => chosen.has(row.id)).length ?? 0
  const all = rows !== null && rows.length > 0 && picked === rows.length
  return (
    <table
      className={classes.table}
      aria-label={props.definition.list.many}
      // One column takes what is left over, until it is given a width of its own.
      style={{ minWidth: sum, width: widths[grows] === undefined ? '100%' : sum }}
    >
      <colgroup>
        <col style={{ width: boxWidth }} />
        {columns.map(({ key, width }) => (
          <col
            key={key}
            style={
              key === grows && widths[key] === undefined ? {} : { width: widths[key] ?? width }
            }
          />
        ))}
      </colgroup>
      <ListHeader
        columns={columns}
        sort={props.sort}
        widths={widths}
        page={rows?.length ? (all ? 'all' : picked > 0 ? 'some' : 'none') : null}
        onSort={props.onSort}
        onTogglePage={props.onTogglePage}
        onWidth={onWidth}
      />
      {props.children}
    </table>
  )
}
