import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { person, recordFields, time } from './fields.ts'
import { byId, flag, listQuery, oneOf, pagination } from './listing.ts'
import { tasksRoutes as routes } from './tasks.routes.ts'

/** How much a task presses, least first. */
export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
/** The states of a task. */
export const taskStatuses = ['todo', 'doing', 'done', 'cancelled'] as const

/** Something that somebody has to do. */
export const task = z
  .object({
    ...recordFields,
    title: z.string(),
    description: z.string().nullable(),
    assignee: person.nullable(),
    dueAt: time.nullable(),
    priority: z.enum(taskPriorities),
    status: z.enum(taskStatuses),
  })
  .meta({ id: 'Task' })

/** Something that somebody has to do. */
export type Task = z.output<typeof task>

/** The query of the task list; overdue is what is past its time and neither done nor cancelled. */
export const tasksQuery = listQuery({
  sorts: ['dueAt', 'createdAt', 'priority', 'title'],
  filters: {
    status: oneOf(taskStatuses),
    priority: oneOf(taskPriorities),
    assignee: byId(),
    overdue: flag(),
  },
})

/** Tasks (specification section 7, Other areas). */
export const tasksEndpoints = {
  'tasks.list': endpoint(routes['tasks.list'], {
    summary: 'Tasks',
    query: tasksQuery,
    data: z.array(task),
    beside: { pagination },
  }),
}
