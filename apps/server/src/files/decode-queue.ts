import { Failure } from '../http/failure.ts'
import { Queue } from '../queue.ts'

/** Bounds of the work on uploaded pictures. */
const decodeLimits = { waiting: 8, perPerson: 2, waitMs: 10_000 }

const busy = 'The server is busy with other pictures. Please try again soon.'

/**
 * Decodes one picture at a time, since each may need hundreds of megabytes while it is. Refuses what would wait too
 * long (`not_ready`, 503) or is one too many of one person (`too_many`, 429), both with Retry-After.
 */
export const decodeQueue = (limits = decodeLimits): Queue =>
  new Queue({
    ...limits,
    concurrency: 1,
    refuse: (reason) => {
      const tooMany = `${limits.perPerson} of your pictures are still being processed. Please try again in a moment.`
      return reason === 'person'
        ? new Failure('too_many', tooMany, { retryAfter: 5 })
        : new Failure('not_ready', busy, { retryAfter: 10 })
    },
  })
