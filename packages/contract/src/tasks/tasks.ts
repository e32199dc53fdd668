import { z } from 'zod'
import { type AreaName, areas } from '../areas/areas.ts'
import { listings } from '../areas/listings.ts'
import { change, creation, recordEndpoints, recordSchema, sentShape } from '../areas/records.ts'
import { endpoint } from '../calls/endpoint.ts'
import { areaQuery, pagination } from '../lists/listing.ts'
import { id, idParams, recordId } from '../values/fields.ts'
import { expecting } from '../values/text.ts'
import { taskCommentsEndpoints } from './task-comments.ts'
import { taskFields } from './tasks.fields.ts'
import { tasksRoutes as routes } from './tasks.routes.ts'

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
export const task = recordSchema('Task', listings.tasks, taskFields, {
  about: taskAbout.nullable(),
  commentCount: z.int().meta({ description: 'As of now, also in a list of the past' }),
  version: z.int(),
})

/** Something that somebody has to do. */
export type Task = z.output<typeof task>

/** The query of the task list; overdue is what is past its time and neither done nor cancelled. */
export const tasksQuery = areaQuery(listings.tasks)

const sent = sentShape(listings.tasks, taskFields, {
  assignee: recordId.nullable().meta({
    description: 'The _id of a person, `me` for whoever makes the call, or null for nobody',
  }),
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
  ...recordEndpoints('tasks', routes, 'a task', task),
  'tasks.list': endpoint(routes['tasks.list'], {
    summary: 'Tasks',
    query: tasksQuery,
    data: z.array(task),
    beside: { pagination },
  }),
  'tasks.create': endpoint(routes['tasks.create'], {
    summary: 'Create a task; to do and of normal priority unless said otherwise',
    body: creation(taskFields, sent),
    data: task,
    status: 201,
  }),
  'tasks.update': endpoint(routes['tasks.update'], {
    summary: 'Change a task; what is left out stays as it is',
    params: idParams,
    body: change(sent),
    data: task,
    errors: ['out_of_date'],
  }),
  ...taskCommentsEndpoints,
}
