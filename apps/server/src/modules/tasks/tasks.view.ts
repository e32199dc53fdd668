import type { Task } from '@steward/contract/tasks'
import { personOf } from '../person-reference.store.ts'
import { deletedFields } from '../trash.store.ts'
import type { TaskRow } from './tasks.store.ts'

/** A task as the contract has it. */
export function taskView(row: TaskRow): Task {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    assignee: personOf(row.assignee_id, row.assignee_name, row.assignee_image),
    dueAt: row.due_at,
    priority: row.priority,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
