import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { count, t } from '@steward/i18n/reader'
import '@mantine/core/styles/VisuallyHidden.css'
import { areas } from '@steward/contract/areas/areas'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { timeOf } from '../../api/answers/read.ts'
import type { Task } from '../../api/answers/records.ts'
import type { Listing } from '../../api/listing.ts'
import { maxGathered, type Row } from '../../api/listing.ts'
import { listOptions } from '../../shared/lists/list-options.ts'
import { lists } from '../../shared/lists/lists.ts'
import type { ListViewProps } from '../../ui/list/screen/list-screen.tsx'
import { FailedList } from '../../ui/list/screen/list-states.tsx'
import { PersonCell } from '../../ui/record/picture-cell.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { TaskMenu } from './task-actions.tsx'
import classes from './task-board.module.css'
import { CommentCount, DueCell } from './task-cells.tsx'
import { perColumn } from './tasks.ts'
import { type CardMoves, useCardMoves } from './use-card-moves.ts'

const { statuses } = areas.tasks

/** The id of the text that explains how to move a card by the keyboard. */
const howToMove = 'board-how-to-move'

/** The tasks as a board, a column a status. Where not all tasks are loaded, each column asks for its own. */
export function TaskBoard(props: ListViewProps<Task>) {
  const { all } = props
  const asked = [props.query['status'] ?? []].flat()
  const shown = statuses.filter((status) => asked.length === 0 || asked.includes(status))
  const list = listOptions(lists.tasks)
  const moves = useCardMoves(shown, classes.ghost ?? '')
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
  useQuery({ ...list({}, 'whole'), enabled: isMixed && total <= maxGathered })
  const failed = all === null ? columns.find(({ isError }) => isError) : undefined
  // A load that failed empties the list (specification sections 4 and 8): all columns, as one.
  if (failed?.error)
    return (
      <FailedList
        many={t(areas.tasks.many)}
        error={failed.error}
        busy={columns.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const each of columns) if (each.isError) void each.refetch()
        }}
      />
    )
  const split = shown.map((status, index) => columnOf(all ?? answers[index], status))
  const others = tasksOutside(all ?? answers.flatMap((data) => data?.rows ?? []), statuses)
  const isLoading = all === null && columns.some(({ isPending }) => isPending)
  const given = { opened: props.opened, onOpen: props.open, moves }
  return (
    <div className={classes.board} data-board>
      <p id={howToMove} hidden>
        {t(
          'Press Space to pick up this card, the left and right arrows to choose a column, and Space to drop it.',
        )}
      </p>
      <VisuallyHidden role="status">{moves.said}</VisuallyHidden>
      {others.length > 0 && (
        <BoardColumn rows={others} total={others.length} isPending={false} {...given}>
          {t('Unknown status')}
        </BoardColumn>
      )}
      {shown.map((status, index) => (
        <BoardColumn
          key={status}
          status={status}
          rows={split[index]?.rows ?? []}
          total={isMixed || isLoading ? null : (split[index]?.total ?? 0)}
          isPending={isLoading}
          {...given}
        >
          <StatusBadge status={status} />
        </BoardColumn>
      ))}
      {props.drawer([...split.flatMap(({ rows }) => rows), ...others], isLoading)}
    </div>
  )
}

function BoardColumn(props: {
  /** The status that dropped cards get; absent if none can be dropped here. */
  status?: string
  rows: Row<Task>[]
  /** The number of tasks in the column; null until it is known. */
  total: number | null
  isPending: boolean
  opened: string | null
  onOpen: (id: string) => void
  moves: CardMoves
  children: ReactNode
}) {
  const { rows, total, status, moves } = props
  const left = (total ?? 0) - Math.min(rows.length, Number(perColumn))
  const isTarget = status !== undefined && moves.lifted?.over === status
  return (
    <section
      className={classes.column}
      aria-busy={props.isPending}
      {...(status !== undefined && { 'data-column': status })}
      data-target={isTarget || undefined}
    >
      <h2 className="flex between" style={{ padding: '10px 12px' }}>
        {props.children} {total !== null && <span>{count(total)}</span>}
      </h2>
      {props.isPending && rows.length === 0 && <p className={classes.more}>{t('Loading…')}</p>}
      <ul className={classes.cards}>
        {rows.slice(0, Number(perColumn)).map((row) => (
          <li key={row.id}>
            <TaskCard
              row={row}
              opened={props.opened === row.id}
              onOpen={props.onOpen}
              moves={moves}
            />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={classes.more}>{t('and {count} more in the list', { count: left })}</p>
      )}
    </section>
  )
}

function TaskCard(props: {
  row: Row<Task>
  opened: boolean
  onOpen: (id: string) => void
  moves: CardMoves
}) {
  const { row, moves } = props
  const { record, id } = row
  const isMovable = moves.may(record)
  const { commentCount } = record
  return (
    <div className="relative">
      <UnstyledButton
        className={classes.card}
        data-row={id}
        data-opened={props.opened || undefined}
        data-lifted={moves.lifted?.id === id || undefined}
        onClick={() => props.onOpen(id)}
        {...(isMovable && { 'aria-describedby': howToMove, ...moves.handlers(row) })}
      >
        <span className={classes.title}>
          <bdi dir="auto">{record.title ?? t('Untitled task')}</bdi>
        </span>
        {timeOf(record.dueAt) !== null && <DueCell task={record} />}
        <span className="row between gap-8 shrinks full small">
          {record.assignee && <PersonCell person={record.assignee} />}
          <StatusBadge status={record.priority} />
          <CommentCount value={commentCount} />
        </span>
      </UnstyledButton>
      <span style={{ position: 'absolute', top: 4, insetInlineEnd: 4 }}>
        <TaskMenu record={record} />
      </span>
    </div>
  )
}

type Tasks = readonly Row<Task>[]

/** The tasks of a column, out of all tasks or of the answer of a server that may not filter. */
export function columnOf(
  of: Tasks | Listing<Task> | undefined,
  status: string,
): { rows: Row<Task>[]; total: number } {
  const answer = of && 'rows' in of ? of : null
  const all = answer?.rows ?? (of as Tasks | undefined) ?? []
  const rows = all.filter(({ record }) => record.status === status)
  const isAll = rows.length === all.length
  return { rows, total: (isAll && answer?.pagination?.total) || rows.length }
}

/** Whether a server that pages took no account of the status: a page has tasks of another column. */
const holdsOthers = (
  answers: readonly (Listing<Task> | undefined)[],
  statuses: readonly string[],
): boolean =>
  answers.some((answer, index) =>
    (answer?.pagination ? (answer.came ?? []) : []).some(
      ({ record: { status } }) =>
        status !== statuses[index] && statuses.some((each) => each === status),
    ),
  )

/** The tasks of which no column knows the status, each once. */
function tasksOutside(tasks: Tasks, statuses: readonly unknown[]): Row<Task>[] {
  const outside = tasks.filter(({ record }) => !statuses.includes(record.status))
  return [...new Map(outside.map((row) => [row.id, row])).values()]
}
