import { z } from 'zod'
import { type AreaName, areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import {
  deletedFields,
  id,
  idParams,
  person,
  recordFields,
  recordId,
  time,
  version,
} from './fields.ts'
import { instant } from './instant.ts'
import { areaQuery, detailsQuery, pagination } from './listing.ts'
import { taskCommentsEndpoints } from './task-comments.ts'
import { tasksRoutes as routes } from './tasks.routes.ts'
import { expecting, line, note } from './text.ts'

const { statuses } = areas.tasks
const priorities = areas.tasks.filters.priority
const areaNames = Object.keys(areas) as [AreaName, ...AreaName[]]

/** The record that a task is about. */
export const taskAbout = z
  .object({
    area: z.enum(areaNames),
    _id: z.string().nullable(),
    title: z.string().nullable().meta({ description: 'What it was called when it was linked' }),
  })
  .meta({
    id: 'TaskAbout',
    description: 'Whoever may not list the area is told the area alone; the rest is null then',
  })

/** The record that a task is about. */
export type TaskAbout = z.output<typeof taskAbout>

/** Something that somebody has to do. */
export const task = z
  .object({
    ...recordFields,
    ...deletedFields,
    title: z.string(),
    description: z.string().nullable(),
    assignee: person.nullable(),
    dueAt: time.nullable(),
    priority: z.enum(priorities),
    status: z.enum(statuses),
    about: taskAbout.nullable(),
    commentCount: z.int().meta({ description: 'As of now, also in a list of the past' }),
    version: z.int(),
  })
  .meta({ id: 'Task' })

/** Something that somebody has to do. */
export type Task = z.output<typeof task>

/** The query of the task list; overdue is what is past its time and neither done nor cancelled. */
export const tasksQuery = areaQuery(areas.tasks)

/** What a person may say of a task. */
export const taskFields = z.object({
  title: line(),
  description: note(),
  assignee: recordId.nullable().meta({
    description: 'The _id of a person, `me` for whoever makes the call, or null for nobody',
  }),
  dueAt: instant().nullable(),
  priority: z.enum(priorities, `must be one of ${priorities.join(', ')}`),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`),
  about: z
    .object({
      area: z.enum(areaNames, expecting(`must be one of ${areaNames.join(', ')}`)),
      _id: id,
    })
    .nullable()
    .meta({ description: 'Needs the permission to list the area' }),
})

/** Tasks (specification section 7, Other areas). */
export const tasksEndpoints = {
  'tasks.list': endpoint(routes['tasks.list'], {
    summary: 'Tasks',
    query: tasksQuery,
    data: z.array(task),
    beside: { pagination },
  }),
  'tasks.create': endpoint(routes['tasks.create'], {
    summary: 'Create a task; to do and of normal priority unless said otherwise',
    body: taskFields.partial().required({ title: true }),
    data: task,
    status: 201,
  }),
  'tasks.update': endpoint(routes['tasks.update'], {
    summary: 'Change a task; what is left out stays as it is',
    params: idParams,
    body: taskFields.extend({ version }).partial(),
    data: task,
    errors: ['out_of_date'],
  }),
  'tasks.details': endpoint(routes['tasks.details'], {
    summary: 'One task, deleted or not',
    params: idParams,
    query: detailsQuery,
    data: task,
  }),
  'tasks.delete': endpoint(routes['tasks.delete'], {
    summary: 'Delete a task',
    params: idParams,
    data: task,
  }),
  'tasks.restore': endpoint(routes['tasks.restore'], {
    summary: 'Bring a deleted task back',
    params: idParams,
    data: task,
  }),
  'tasks.purge': endpoint(routes['tasks.purge'], {
    summary: 'Permanently delete a task, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
  ...taskCommentsEndpoints,
}
