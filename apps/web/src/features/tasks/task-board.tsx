import { areas } from '@steward/contract/areas'
import type { Task } from '@steward/contract/tasks'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Row, SentQuery } from '../../api/listing.ts'
import { referenceOf, textOf } from '../../api/read.ts'
import { listOptions } from '../../shared/list/list-options.ts'
import { lists } from '../../shared/list/lists.ts'
import { count } from '../../ui/format/locale.ts'
import { ListDrawer } from '../../ui/list/list-drawer.tsx'
import { FailedList } from '../../ui/list/list-states.tsx'
import { PersonCell } from '../../ui/record/picture-cell.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { columnOf, tasksOutside } from './board-columns.ts'
import { DueCell } from './due-cell.tsx'
import classes from './task-board.module.css'
import { taskDefinition } from './task-definition.tsx'
import { TaskRecord } from './task-record.tsx'

const { statuses } = areas.tasks
const perColumn = '50'

/** The tasks as a board: a column for each status, under the search and filters of the list. */
export function TaskBoard(props: {
  query: SentQuery
  opened: string | null
  open: (id: string) => void
  close: () => void
}) {
  const asked = [props.query['status'] ?? []].flat()
  const shown = statuses.filter((status) => asked.length === 0 || asked.includes(status))
  const columns = useQueries({
    queries: shown.map((status) =>
      listOptions(lists.tasks)({ ...props.query, page: '1', limit: perColumn, status }),
    ),
  })
  const failed = columns.find(({ isError }) => isError)
  // A load that failed empties the list (specification sections 4 and 8): all columns, as one.
  if (failed?.error)
    return (
      <FailedList
        many="tasks"
        error={failed.error}
        busy={columns.some(({ isFetching }) => isFetching)}
        narrowed={false}
        onRetry={() => {
          for (const each of columns) if (each.isError) void each.refetch()
        }}
        onClear={() => {}}
      />
    )
  const others = tasksOutside(
    columns.map(({ data }) => data),
    statuses,
  )
  return (
    <div className={classes.board}>
      {others.length > 0 && (
        <BoardColumn
          rows={others}
          total={others.length}
          isPending={false}
          opened={props.opened}
          onOpen={props.open}
        >
          Without a known status
        </BoardColumn>
      )}
      {shown.map((status, index) => {
        const { data, isPending } = columns[index] ?? {}
        const { rows, total } = columnOf(data, status)
        return (
          <BoardColumn
            key={status}
            rows={rows}
            total={data ? total : null}
            isPending={isPending ?? false}
            opened={props.opened}
            onOpen={props.open}
          >
            <StatusBadge status={status} />
          </BoardColumn>
        )
      })}
      <ListDrawer
        definition={taskDefinition}
        data={{
          rows: [
            ...shown.flatMap((status, index) => columnOf(columns[index]?.data, status).rows),
            ...others,
          ],
          loading: columns.some(({ isPending }) => isPending),
        }}
        open={props.opened}
        onOpen={props.open}
        onClose={props.close}
      >
        {({ record }) => <TaskRecord task={record} />}
      </ListDrawer>
    </div>
  )
}

function BoardColumn(props: {
  rows: Row<Task>[]
  /** Null until it is known. */
  total: number | null
  isPending: boolean
  opened: string | null
  onOpen: (id: string) => void
  children: ReactNode
}) {
  const { rows, total } = props
  return (
    <section className={classes.column} aria-busy={props.isPending}>
      <h2>
        {props.children} {total !== null && <span>{count(total)}</span>}
      </h2>
      <ul>
        {rows.slice(0, Number(perColumn)).map((row) => (
          <li key={row.id}>
            <TaskCard row={row} opened={props.opened === row.id} onOpen={props.onOpen} />
          </li>
        ))}
      </ul>
      {total !== null && total > Math.min(rows.length, Number(perColumn)) && (
        <p className={classes.more}>
          and {count(total - Math.min(rows.length, Number(perColumn)))} more in the list
        </p>
      )}
    </section>
  )
}

function TaskCard(props: { row: Row<Task>; opened: boolean; onOpen: (id: string) => void }) {
  const { record, id } = props.row
  return (
    <button
      type="button"
      className={classes.card}
      data-row={id}
      data-opened={props.opened || undefined}
      onClick={() => props.onOpen(id)}
    >
      <bdi dir="auto">{textOf(record.title) ?? 'Task without a title'}</bdi>
      <DueCell task={record} />
      <span className={classes.foot}>
        {referenceOf(record.assignee) && <PersonCell person={record.assignee} />}
        <StatusBadge status={record.priority} />
      </span>
    </button>
  )
}
