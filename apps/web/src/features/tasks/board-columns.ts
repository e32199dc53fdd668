import type { Listing, Row } from '../../api/listing.ts'
import type { Task } from '../../api/records.ts'

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
export const holdsOthers = (
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
export function tasksOutside(tasks: Tasks, statuses: readonly unknown[]): Row<Task>[] {
  const outside = tasks.filter(({ record }) => !statuses.includes(record.status))
  return [...new Map(outside.map((row) => [row.id, row])).values()]
}
