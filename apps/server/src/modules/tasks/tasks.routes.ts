import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Task } from '@steward/contract/tasks/tasks'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { TasksTable } from '../../db/tables/tables.ts'
import { write } from '../../db/write/write.ts'
import { invalidField } from '../../http/common-failures.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId, newId } from '../../ids.ts'
import { changedColumns, checkVersion, findLiveOrThrow, idsOf } from '../records/checks.ts'
import { detailsOf } from '../records/details.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { commentsHandlers } from './comments.routes.ts'
import { isPerson } from './tasks.about.store.ts'
import { aboutColumns } from './tasks.about.ts'
import { taskDeletion } from './tasks.deletion.ts'
import { findTask, listTasks, type TaskRow, taskListing } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

type Comments = 'comments' | 'comment' | 'deleteComment' | 'restoreComment'
type Names = 'list' | 'details' | 'create' | 'update' | 'delete' | 'restore' | 'purge' | Comments

/** Tasks (specification section 7, Other areas). */
export function tasksHandlers(db: Db, snapshots: Snapshots): Handlers<`tasks.${Names}`> {
  const present = async (from: Db, id: string, session: Session) =>
    taskView((await findTask(from, id)) as TaskRow, session)
  return {
    'tasks.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read('tasks', session, query.asOf, (source) =>
        listTasks(source, query, session),
      )
      return { data: rows.map((row) => taskView(row, session)), pagination }
    },
    'tasks.create': async ({ body, session }) => {
      const task = await write(db, actorOf(session), async ({ tx, insert }) => {
        const id = newId()
        const columns = await columnsOf(tx, session, body)
        await insert('tasks', [{ id, title: body.title, ...given(columns) }])
        return await present(tx, id, session)
      })
      return { data: task, message: `Task “${task.title}” created.` }
    },
    'tasks.update': async ({ params, body, session }) => {
      const task = await write(db, actorOf(session), async ({ tx, lock, update }) => {
        const row = findLiveOrThrow(await lock('tasks', idsOf(params.id)), 'task')
        await checkVersion(body.version, row, () => present(tx, row.id, session))
        const patch = changedColumns(row, await columnsOf(tx, session, body, row))
        if (patch) await update('tasks', [row], patch)
        return await present(tx, row.id, session)
      })
      return { data: task, message: 'Task saved.' }
    },
    ...commentsHandlers(db),
    'tasks.details': detailsOf<TaskRow, Task>(snapshots, {
      table: 'tasks',
      one: 'task',
      listing: () => taskListing,
      view: taskView,
    }),
    ...taskDeletion.handlers(db),
  }
}

type Sent = Omit<BodyOf<'tasks.update'>, 'version'>
type Before = NonNullable<Parameters<typeof aboutColumns>[3]> & { assignee_id: string | null }

/** What somebody sent of a task, as columns. @param before the task as it stands, if it is there */
async function columnsOf(
  db: Db,
  session: Session,
  sent: Sent,
  before?: Before,
): Promise<Updateable<TasksTable>> {
  const { title, description, dueAt, priority, status } = sent
  return {
    title,
    description,
    assignee_id: await assigneeOf(db, session, sent.assignee, before?.assignee_id),
    due_at: dueAt,
    priority,
    status,
    ...(await aboutColumns(db, session, sent.about, before)),
  }
}

/**
 * Who a task is given to.
 * @param present who has it already, which stays though they are deleted
 * @throws {Failure} `invalid` where there is no such person
 */
async function assigneeOf(
  db: Db,
  session: Session,
  sent: string | null | undefined,
  present: string | null | undefined,
): Promise<string | null | undefined> {
  if (sent === undefined || sent === null) return sent
  const id = sent === 'me' ? session.user.id : sent
  if (id === present || (isId(id) && (await isPerson(db, id)))) return id
  throw invalidField('assignee', 'There is no such person. They may have just been deleted.')
}

/** Columns that hold something; those left out get their defaults. */
const given = (columns: object): object =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
