import { Failure } from '../http/failure.ts'
import { Queue } from '../queue.ts'

const decodeLimits = { waiting: 8, perPerson: 2, waitMs: 10_000 }

const busy = 'The server is busy with other pictures. Please try again soon.'

/** Decodes one picture at a time, as each may need hundreds of MB. Refuses with 503 or, by person, 429. */
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
