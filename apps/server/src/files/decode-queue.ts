import { Failure } from '../http/failure.ts'
import { Queue, type QueueLimits } from '../queue.ts'

/** Bounds of the work on uploaded pictures. */
export type DecodeLimits = Required<Pick<QueueLimits, 'waiting' | 'perPerson' | 'waitMs'>>

export const decodeLimits: DecodeLimits = { waiting: 8, perPerson: 2, waitMs: 10_000 }

/**
 * Decodes one picture at a time, since each may need hundreds of megabytes while it is. Refuses what would wait too
 * long (`not_ready`, 503) or is one too many of one person (`too_many`, 429), both with Retry-After.
 */
export const decodeQueue = (limits: DecodeLimits = decodeLimits): Queue =>
  new Queue({
    ...limits,
    concurrency: 1,
    refuse: (reason) =>
      reason === 'person'
        ? new Failure(
            'too_many',
            `${limits.perPerson} of your pictures are still being processed. Please try again in a moment.`,
            { retryAfter: 5 },
          )
        : new Failure(
            'not_ready',
            'The server is busy with other pictures. Please try again soon.',
            {
              retryAfter: 10,
            },
          ),
  })
