import type { Task } from '@steward/contract/tasks/tasks'
import { type DeepPartial, timeOf } from '../../api/read.ts'

/**
 * Whether a task is past its time and neither done nor cancelled.
 * @param now epoch milliseconds
 */
export function isOverdue(task: DeepPartial<Task>, now: number): boolean {
  const due = timeOf(task.dueAt)
  return due !== null && due < now && task.status !== 'done' && task.status !== 'cancelled'
}
