import { useMediaQuery } from '@mantine/hooks'
import { t } from '@steward/i18n/reader'
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Gone, Row } from '../../../api/listing.ts'
import { textScale } from '../../format/text-width.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import listClasses from '../screen/list.module.css'
import { movedTo } from './column-order.ts'
import { fitColumns, growing, neededWidths } from './column-widths.ts'
import { ListCard } from './list-card.tsx'
import { ListHeader } from './list-header.tsx'
import { ListRow } from './list-row.tsx'
import { SkeletonCards, SkeletonRows } from './list-skeleton.tsx'
import classes from './table.module.css'
import type { ListLayout } from './use-list-layout.ts'
import { useRoom } from './use-room.ts'

/** Whether rows are cards: below 48 rem. */
export const useCards = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false }) ?? false

/** The least height around the rows and of one row, in px. */
const [around, lowest] = [290, 36]

/** The most rows that fit into the window. */
const inSight = () => Math.max(10, Math.ceil((window.innerHeight - around) / lowest))

export interface ListRowsProps {
  definition: ListDefinition<unknown>
  layout: ListLayout<unknown>
  /** The rows, or null while the first ones are coming. */
  rows: readonly Row<unknown>[] | null
  /** The rows that have left the list while shown, by id. */
  gone: Readonly<Record<string, Gone>>
  limit: number
  sort: string
  stale: boolean
  chosen: ReadonlyMap<string, Row<unknown>>
  opened: string | null
  /** Set to the id of the row reached last; a ref, so that a step redraws only two rows. */
  reached: RefObject<string | null>
  /** Set to the rows that are folded in one line, by the id of the visible row. */
  folded: RefObject<ReadonlyMap<string, readonly Row<unknown>[]>>
  list: RefObject<HTMLDivElement | null>
  onSort: (sort: string) => void
  onToggle: (id: string, range: boolean) => void
  onTogglePage: (on: boolean) => void
  onOpen: (id: string) => void
  /** The available width in px, if it is known before the list is rendered. */
  room?: number
}

/** The rows of a page in lines, in their order: adjacent rows that belong together share one. */
function linesOf(rows: readonly Row<unknown>[], { folds }: ListDefinition<unknown>) {
  const lines: [Row<unknown>, ...Row<unknown>[]][] = []
  for (const row of rows) {
    const line = lines.at(-1)
    const before = line?.at(-1)
    if (line && before && folds?.(before.record, row.record)) line.push(row)
    else lines.push([row])
  }
  return lines
}

/** The rows of a list: a table with its head in sight, or cards below 48 rem. */
export function ListRows(props: ListRowsProps) {
  const cards = useCards()
  const Drawn = cards ? ListCard : ListRow
  const { rows, list, definition, layout, reached } = props
  const [reachedId, setReachedId] = useState<string | null>(null)
  const onReach = useCallback(
    (id: string) => {
      reached.current = id
      setReachedId(id)
    },
    [reached],
  )
  const all = linesOf(rows ?? [], definition)
  // Rows in sight are drawn first, those below them a moment later.
  const [most, setMost] = useState(inSight)
  const waits = all.length > most
  useEffect(() => {
    if (waits) startTransition(() => setMost(Number.POSITIVE_INFINITY))
  }, [waits])
  // By the last row of each line: before the first one there may be more at any moment.
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines = all.slice(0, most).map((line) => {
    const key = line.at(-1)?.id ?? ''
    const isOpen = unfolded.has(key)
    return { key, isOpen, line, rows: isOpen ? line : line.slice(0, 1) }
  })
  props.folded.current = new Map(
    lines.flatMap(({ isOpen, line }) => (isOpen || line.length === 1 ? [] : [[line[0].id, line]])),
  )
  // A line opens for a record that is opened within it, and stays open: the focus comes back to its row.
  const isWithin = ({ id }: Row<unknown>) => id === props.opened
  const holder = lines.find(({ line }) => line.slice(1).some(isWithin))?.key
  useLayoutEffect(() => {
    if (holder !== undefined) setUnfolded((before) => new Set(before).add(holder))
  }, [holder])
  const reachable = lines.flatMap(({ rows }) => rows)
  const entry = reachable.some((row) => row.id === reachedId) ? reachedId : (rows?.[0]?.id ?? null)
  const drawn = lines.flatMap(({ key, isOpen, line, rows }) => {
    const onToggle = () =>
      setUnfolded((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      })
    const records = line.map(({ record }) => record)
    const fold = line.length > 1 ? { records, opened: isOpen, onToggle } : null
    return rows.map((row, index) => (
      <Drawn
        key={row.id}
        row={row}
        columns={layout.columns}
        label={definition.title(row.record)}
        chosen={props.chosen.has(row.id)}
        opened={props.opened === row.id}
        gone={props.gone[row.id] ?? definition.gone?.(row.record) ?? false}
        inOrder={entry === row.id}
        fold={index === 0 ? fold : null}
        folded={index > 0}
        onToggle={props.onToggle}
        onOpen={props.onOpen}
        onReach={onReach}
      />
    ))
  })
  return (
    <div
      ref={list}
      tabIndex={-1}
      data-rows
      className={listClasses.rows}
      data-stale={props.stale || undefined}
      data-density={layout.memory.density}
      aria-busy={props.stale || rows === null}
    >
      {cards ? (
        rows === null ? (
          <SkeletonCards rows={props.limit} />
        ) : (
          <ul aria-label={t(definition.list.many)}>{drawn}</ul>
        )
      ) : (
        <Table {...props}>
          {rows === null ? (
            <SkeletonRows columns={layout.columns} rows={Math.min(props.limit, 30)} />
          ) : (
            <tbody>{drawn}</tbody>
          )}
        </Table>
      )}
    </div>
  )
}

function Table(props: ListRowsProps & { children: React.ReactNode }) {
  const { rows, chosen, list } = props
  const { columns, memory, remember, onOrder } = props.layout
  const { name } = props.definition.list
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({})
  const [moved, setMoved] = useState<{ key: string; words: string } | null>(null)
  const widths = useMemo(() => ({ ...memory.widths, ...dragged }), [memory.widths, dragged])
  const onWidth = useCallback(
    (key: string, width: number, done: boolean) => {
      setDragged(done ? {} : { [key]: width })
      if (done) remember({ widths: { ...memory.widths, [key]: width } })
    },
    [memory.widths, remember],
  )
  const onMove = useCallback(
    (key: string, to: number) => {
      // The first one stays first, and the one with buttons last.
      const column = columns.slice(1).find((each) => each.key === key && !each.control)
      if (!column) return
      const keys = movedTo(columns, key, to)
      const words = t('{column}: column {place} of {total}', {
        column: t(column.label),
        place: keys.indexOf(key) + 1,
        total: keys.length,
      })
      setMoved({ key, words })
      onOrder(keys)
    },
    [columns, onOrder],
  )
  // A heading that was moved by a key is another place of the page, which the focus goes to as well.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!moved || (activeElement && activeElement !== document.body)) return
    const head = list.current?.querySelector(`th[data-column="${CSS.escape(moved.key)}"]`)
    head?.querySelector<HTMLElement>('button, [role=separator]')?.focus()
  }, [moved, list])
  const table = useRef<HTMLTableElement>(null)
  const room = useRoom(table, props.room)
  const scale = textScale()
  const boxWidth = 40 * scale
  const needed = useMemo(
    () => neededWidths(name, columns, rows, scale),
    [name, columns, rows, scale],
  )
  const grows = growing(columns)
  const fit = fitColumns(columns, needed, widths, room === null ? null : room - boxWidth, scale)
  const picked = rows?.filter((row) => chosen.has(row.id)).length ?? 0
  const sum = fit.sum + boxWidth
  // Columns that are as wide as their values are other ones than those of the rows that were coming.
  const values = rows === null ? 'coming' : 'there'
  return (
    <>
      <p role="status" className="unseen">
        {moved?.words}
      </p>
      <table
        ref={table}
        className={classes.table}
        aria-label={t(props.definition.list.many)}
        data-less={fit.less.join(' ')}
        // One column takes what is left over, until it is given a width of its own.
        style={{ minWidth: sum, width: widths[grows] === undefined ? '100%' : sum }}
      >
        <colgroup>
          <col style={{ width: boxWidth }} />
          {columns.map(({ key, priority, hidden }) => (
            <col
              key={key}
              data-priority={hidden ? undefined : priority}
              style={key === grows && widths[key] === undefined ? {} : { width: fit.widths[key] }}
            />
          ))}
        </colgroup>
        <ListHeader
          key={values}
          columns={columns}
          sort={props.sort}
          widths={fit.widths}
          rows={rows?.length ?? 0}
          chosen={picked}
          onSort={props.onSort}
          onTogglePage={props.onTogglePage}
          onWidth={onWidth}
          onMove={onMove}
        />
        {props.children}
      </table>
    </>
  )
}
