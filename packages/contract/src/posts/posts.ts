import { z } from 'zod'
import { recordCalls, recordSchema } from '../areas/records.ts'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { pageOf } from '../lists/listing.ts'
import { component, id, person, reference, time } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { wording } from '../values/said.ts'
import { maybeLine, note } from '../values/text.ts'
import {
  maxDecidedPosts,
  maxMessageLength,
  maxReasonLength,
  postsRoutes as routes,
} from './posts.routes.ts'

/** How many reports of a post are kept; `reportCount` counts the others too. */
export const maxReports = 20

export const report = component('PostReport', {
  reason: z.string().nullable(),
  reporter: z.string().nullable().meta({ description: 'The name of who reported it' }),
  at: time.nullable(),
})
export type PostReport = z.output<typeof report>

const comment = component('PostComment', {
  author: person.nullable(),
  text: z.string(),
  createdAt: time.nullable(),
})

export const post = recordSchema('posts', 'Post', {
  openReportCount: z.int().meta({ description: 'Reports that came after the last decision' }),
  reportsHandledAt: time.nullable().meta({ description: 'When somebody last kept the post' }),
  reports: z.array(report).meta({ description: 'What is known of its reports, the newest first' }),
  comments: z
    .array(comment)
    .optional()
    .meta({ description: 'The conversation below it, from servers that have it' }),
})
export type Post = z.output<typeof post>

const outcome = z.enum(['keep', 'delete'], 'must be keep or delete')

const decidedPost = z.object({
  _id: id,
  reportCount: z.int().min(0).optional(),
  deleted: z.boolean('must be true or false').optional(),
  reportsHandledAt: instant().nullable().optional(),
})

/** A decision about posts, with the state that the person saw, so that later reports stay open. */
export const decision = z.object({
  does: outcome,
  posts: z
    .array(decidedPost, 'must be a list of posts')
    .min(1, 'must name a post')
    .max(maxDecidedPosts, wording('must name at most {max} posts', { max: maxDecidedPosts })),
  deactivateAuthors: z.boolean('must be true or false').default(false),
  reason: maybeLine(maxReasonLength)
    .default(null)
    .meta({ description: 'Stands in the audit log with every change' }),
  message: note(maxMessageLength)
    .default(null)
    .meta({ description: 'Goes by e-mail to each author who has an address' }),
})

/** The answer to a decision, which is one batch of the audit log. */
const decided = z.object({
  batch: z.string().nullable().meta({
    description: 'The id by which the decision is undone; null where it changed nothing',
  }),
  posts: z.array(post),
  left: z
    .array(z.object({ _id: z.string(), message: z.string(), ...translatable }))
    .meta({ description: 'Posts that were left as they are, and why' }),
  authors: z
    .array(
      reference.extend({
        deactivated: z.boolean(),
        messaged: z.boolean().meta({ description: 'False where they have no address' }),
      }),
    )
    .meta({ description: 'Those whom the decision was about too' }),
})

/** The calls of posts (specification section 7, Other areas). */
export const postsEndpoints = endpointsOf(routes, {
  ...recordCalls('posts', 'a post', post, pageOf('posts', post)),
  'posts.decide': {
    summary:
      'Keep or delete reported posts, with their authors, a reason and a message, as one change',
    body: decision,
    data: decided,
    errors: ['not_found', 'conflict', 'unsafe', 'too_many'],
  },
  'posts.undoDecision': {
    summary:
      'Take back a decision of one’s own, posts with authors; a message that was sent stays sent',
    data: z.object({
      posts: z.array(post),
      left: z.array(z.object({ _id: z.string().nullable(), message: z.string(), ...translatable })),
    }),
    errors: ['conflict', 'unsafe'],
  },
})
