import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { deletedFields, idParams, person, recordFields, time } from './fields.ts'
import { areaQuery, pagination } from './listing.ts'
import { tasksRoutes as routes } from './tasks.routes.ts'

/** Something that somebody has to do. */
export const task = z
  .object({
    ...recordFields,
    ...deletedFields,
    title: z.string(),
    description: z.string().nullable(),
    assignee: person.nullable(),
    dueAt: time.nullable(),
    priority: z.enum(areas.tasks.filters.priority),
    status: z.enum(areas.tasks.statuses),
  })
  .meta({ id: 'Task' })

/** Something that somebody has to do. */
export type Task = z.output<typeof task>

/** The query of the task list; overdue is what is past its time and neither done nor cancelled. */
export const tasksQuery = areaQuery(areas.tasks)

/** Tasks (specification section 7, Other areas). */
export const tasksEndpoints = {
  'tasks.list': endpoint(routes['tasks.list'], {
    summary: 'Tasks',
    query: tasksQuery,
    data: z.array(task),
    beside: { pagination },
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
    summary: 'Delete a task for good, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
