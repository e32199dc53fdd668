import { areas } from '@steward/contract/areas'
import type { Task } from '@steward/contract/tasks'
import { useQueries } from '@tanstack/react-query'
import type { Row, SentQuery } from '../../api/listing.ts'
import { referenceOf, textOf } from '../../api/read.ts'
import { listOptions } from '../../shared/list/list-options.ts'
import { lists } from '../../shared/list/lists.ts'
import { count } from '../../ui/format/locale.ts'
import { ListDrawer } from '../../ui/list/list-drawer.tsx'
import { PersonCell } from '../../ui/record/picture-cell.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
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
  return (
    <div className={classes.board}>
      {shown.map((status, index) => {
        const { data, error, isPending } = columns[index] ?? {}
        const rows = data?.rows ?? []
        const total = data?.pagination?.total ?? rows.length
        return (
          <section key={status} className={classes.column} aria-busy={isPending}>
            <h2>
              <StatusBadge status={status} /> {data && <span>{count(total)}</span>}
            </h2>
            {error && <p className={classes.more}>This column could not be loaded.</p>}
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <TaskCard row={row} opened={props.opened === row.id} onOpen={props.open} />
                </li>
              ))}
            </ul>
            {total > rows.length && (
              <p className={classes.more}>and {count(total - rows.length)} more in the list</p>
            )}
          </section>
        )
      })}
      <ListDrawer
        definition={taskDefinition}
        data={{
          rows: columns.flatMap(({ data }) => data?.rows ?? []),
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
