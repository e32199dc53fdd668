import { areas } from '@steward/contract/areas/areas'
import { listings } from '@steward/contract/areas/listings'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import type { Db } from '../../db/connection/connection.ts'
import { invalidField } from '../../http/common-failures.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { plainColumns } from '../records/columns.ts'
import { contentArea } from '../records/content-area.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { findPersonName } from '../records/person-reference.store.ts'
import { commentsHandlers } from './comments.routes.ts'
import { aboutColumns, aboutView } from './tasks.about.ts'
import { type TaskRow, taskStore } from './tasks.store.ts'

/** @param present stays though they are deleted; @throws {Failure} `invalid` */
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

/** Tasks (specification section 7, Other areas). */
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
  // Told to who puts it back as to who says so anew.
  mayPutBack: async ({ writing, session }, task, columns) => {
    // An entry about two records of one area holds the ids alone.
    const { about_area = task.about_area, about_id = task.about_id } = columns
    const about = about_area && about_id ? { area: about_area, _id: about_id } : null
    await aboutColumns(writing.tx, session, about, task)
  },
  // Not everybody who gets a file may know the record.
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
