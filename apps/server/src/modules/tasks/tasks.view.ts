import type { Task } from '@steward/contract/tasks'
import type { Staff } from '../../http/session.ts'
import { personOf } from '../person-reference.store.ts'
import { deletedFields } from '../trash.store.ts'
import { aboutView } from './tasks.about.ts'
import type { TaskRow } from './tasks.store.ts'

/**
 * A task as the contract has it.
 * @param reader who it is for; where that is not known, it tells only the area of what it is about
 */
export function taskView(row: TaskRow, reader?: Pick<Staff, 'permissions'>): Task {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    assignee: personOf(row.assignee_id, row.assignee_name, row.assignee_image),
    dueAt: row.due_at,
    priority: row.priority,
    status: row.status,
    about: aboutView(row, reader),
    commentCount: row.comment_count,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
