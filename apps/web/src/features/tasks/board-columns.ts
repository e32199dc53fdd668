import type { Task } from '@steward/contract/tasks'
import type { Listing, Row } from '../../api/listing.ts'

/** What belongs to a column: a server that doesn't filter sends the tasks of all of them. */
export function columnOf(
  data: Listing<Task> | undefined,
  status: string,
): { rows: Row<Task>[]; total: number } {
  const all = data?.rows ?? []
  const rows = all.filter(({ record }) => record.status === status)
  const told = data?.pagination && rows.length === all.length ? data.pagination.total : rows.length
  return { rows, total: told }
}

/** The tasks of which no column knows the status, each once. */
export function tasksOutside(
  data: readonly (Listing<Task> | undefined)[],
  statuses: readonly unknown[],
): Row<Task>[] {
  const found = new Map<string, Row<Task>>()
  for (const row of data.flatMap((each) => each?.rows ?? []))
    if (!statuses.includes(row.record.status)) found.set(row.id, row)
  return [...found.values()]
}
