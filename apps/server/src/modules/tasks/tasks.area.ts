import { areas } from '@steward/contract/areas/areas'
import { listings } from '@steward/contract/areas/listings'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import type { Db } from '../../db/connection/connection.ts'
import { plainColumns } from '../../db/schema/columns.ts'
import { invalidField } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { contentArea } from '../records/content-area.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { findPersonName } from '../records/person-reference.store.ts'
import { commentsHandlers } from './comments.routes.ts'
import { aboutColumns, aboutView } from './tasks.about.ts'
import { type TaskRow, taskStore } from './tasks.store.ts'

/** The assignee; `present` is kept even if deleted; throws a Failure `invalid`. */
async function assigneeOf(
  db: Db,
  session: Session,
  sent: string | null | undefined,
  present: string | null | undefined,
): Promise<string | null | undefined> {
  if (sent === undefined || sent === null) return sent
  const id = sent === 'me' ? session.user.id : sent
  if (id === present || (isId(id) && (await findPersonName(db, id)) !== undefined)) return id
  throw invalidField('assignee', 'There is no such person. They may have just been deleted.')
}

/** The area of tasks (specification section 7, Other areas). */
export const tasksArea = contentArea<'tasks', TaskRow>('tasks', {
  store: taskStore,
  own: { about: aboutView },
  writes: {
    columns: async ({ tx }, sent, task, session) => ({
      ...plainColumns(taskFields, sent),
      assignee_id: await assigneeOf(tx, session, sent.assignee, task?.assignee_id),
      ...(await aboutColumns(tx, session, sent.about, task)),
    }),
  },
  // A restored subject needs the same permission as a newly set one.
  mayPutBack: async ({ writing, session }, task, columns) => {
    // An entry that leaves the area unchanged contains only the ids.
    const { about_area = task.about_area, about_id = task.about_id } = columns
    const about = about_area && about_id ? { area: about_area, _id: about_id } : null
    await aboutColumns(writing.tx, session, about, task)
  },
  // Export the area only, as readers of the file may not be allowed to see the record.
  exported: { about: (task) => task.about && areas[task.about.area].title },
  imports: {
    tasks: { table: 'tasks', fields: importFieldsOf(taskFields, listings.tasks.statuses) },
  },
  calls: ({ db }) => commentsHandlers(db),
  search: {
    keys: ['title'],
    title: ['title'],
    detail: ['assignee_name'],
    at: 'due_at',
  },
})
