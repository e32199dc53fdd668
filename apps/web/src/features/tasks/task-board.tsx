import { areas } from '@steward/contract/areas'
import type { Task } from '@steward/contract/tasks'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mostGathered, type Row, type SentQuery } from '../../api/listing.ts'
import { referenceOf, textOf } from '../../api/read.ts'
import { listOptions } from '../../shared/list/list-options.ts'
import { lists } from '../../shared/list/lists.ts'
import { OpenRecord } from '../../shared/live/open-record.tsx'
import { count } from '../../ui/format/locale.ts'
import { ListDrawer } from '../../ui/list/list-drawer.tsx'
import { FailedList } from '../../ui/list/list-states.tsx'
import { PersonCell } from '../../ui/record/picture-cell.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { columnOf, holdsOthers, tasksOutside } from './board-columns.ts'
import { DueCell } from './due-cell.tsx'
import classes from './task-board.module.css'
import { taskDefinition } from './task-definition.tsx'
import { TaskRecord } from './task-record.tsx'

const { statuses } = areas.tasks
const perColumn = '50'

/**
 * The tasks as a board: a column for each status, under the search and filters of the list.
 * @param props.all every task that passes them, where they are all here; else each column asks for its
 *   own
 */
export function TaskBoard(props: {
  query: SentQuery
  all: readonly Row<Task>[] | null
  opened: string | null
  open: (id: string) => void
  close: () => void
}) {
  const { all } = props
  const asked = [props.query['status'] ?? []].flat()
  const shown = statuses.filter((status) => asked.length === 0 || asked.includes(status))
  const list = listOptions(lists.tasks)
  const columns = useQueries({
    queries: shown.map((status) => ({
      ...list({ ...props.query, page: '1', limit: perColumn, status }),
      enabled: all === null,
    })),
  })
  const answers = columns.map(({ data }) => data)
  const isMixed = all === null && holdsOthers(answers, shown)
  // The list then works with all of them, and gives them to the board.
  const total = Math.max(0, ...answers.map((data) => data?.pagination?.total ?? 0))
  useQuery({ ...list({}, 'whole'), enabled: isMixed && total <= mostGathered })
  const failed = all === null ? columns.find(({ isError }) => isError) : undefined
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
  const split = shown.map((status, index) => columnOf(all ?? answers[index], status))
  const others = tasksOutside(all ?? answers.flatMap((data) => data?.rows ?? []), statuses)
  const isLoading = all === null && columns.some(({ isPending }) => isPending)
  const given = { opened: props.opened, onOpen: props.open }
  return (
    <div className={classes.board}>
      {others.length > 0 && (
        <BoardColumn rows={others} total={others.length} isPending={false} {...given}>
          Without a known status
        </BoardColumn>
      )}
      {shown.map((status, index) => (
        <BoardColumn
          key={status}
          rows={split[index]?.rows ?? []}
          total={isMixed || isLoading ? null : (split[index]?.total ?? 0)}
          isPending={isLoading}
          {...given}
        >
          <StatusBadge status={status} />
        </BoardColumn>
      ))}
      <ListDrawer
        definition={taskDefinition}
        data={{
          rows: [...split.flatMap(({ rows }) => rows), ...others],
          loading: isLoading,
        }}
        open={props.opened}
        onOpen={props.open}
        onClose={props.close}
      >
        {({ record }, leave) => (
          <OpenRecord area="tasks" id={record._id}>
            <TaskRecord task={record} onDone={leave} />
          </OpenRecord>
        )}
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
      {props.isPending && rows.length === 0 && <p className={classes.more}>Loading …</p>}
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
