import { z } from 'zod'
import { pageOf, pagingQuery } from '../lists/listing.ts'
import { component, person, time } from '../values/fields.ts'
import { text } from '../values/text.ts'

/** How many comments a task may have; deleted ones count. */
export const maxComments = 1_000

export const taskComment = component('TaskComment', {
  _id: z.string(),
  author: person.nullable().meta({ description: 'Null where no person wrote it' }),
  text: z.string(),
  createdAt: time,
  canDelete: z.boolean().meta({ description: 'Whether the person who asks may delete it' }),
})
export type TaskComment = z.output<typeof taskComment>

export const commentCalls = {
  'tasks.comments': {
    summary: 'Comments on a task, the newest first; 50 a page unless asked otherwise',
    query: pagingQuery,
    ...pageOf('comments', taskComment),
  },
  'tasks.comment': {
    summary: 'Comment on a task',
    body: z.object({ text: text() }),
    data: taskComment,
    status: 201,
    errors: ['conflict'],
  },
  'tasks.deleteComment': {
    summary: 'Delete a comment: one’s own, or anybody’s with the permission to delete tasks',
    data: taskComment,
  },
  'tasks.restoreComment': {
    summary: 'Bring a deleted comment back; its author can where they deleted it themselves',
    data: taskComment,
  },
} as const
