import { z } from 'zod'
import { areaNames } from '../areas/areas.ts'
import { recordCalls, recordSchema, saveCalls, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { plainPageOf } from '../lists/listing.ts'
import { id, recordId } from '../values/fields.ts'
import { mustBeOneOf } from '../values/said.ts'
import { expecting } from '../values/text.ts'
import { commentCalls } from './task-comments.ts'
import { tasksRoutes as routes } from './tasks.routes.ts'

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
export type TaskAbout = z.output<typeof taskAbout>

export const task = recordSchema('tasks', 'Task', {
  about: taskAbout.nullable(),
  commentCount: z.int().meta({ description: 'As of now, also in a list of the past' }),
  version: z.int(),
})
export type Task = z.output<typeof task>

const sent = sentShape('tasks', {
  assignee: recordId.nullable().meta({
    description: 'The _id of a person, `me` for whoever makes the call, or null for nobody',
  }),
  about: z
    .object({
      area: z.enum(areaNames, expecting(mustBeOneOf(areaNames))),
      _id: id,
    })
    .nullable()
    .meta({ description: 'Needs the permission to list the area' }),
})

/** The calls of tasks (specification section 7, Other areas). */
export const tasksEndpoints = endpointsOf(routes, {
  ...recordCalls('tasks', 'a task', task, plainPageOf(task)),
  ...saveCalls('tasks', task, sent, {
    create: 'Create a task; to do and of normal priority unless said otherwise',
    update: 'Change a task; what is left out stays as it is',
  }),
  ...commentCalls,
})
