import { Failure } from '../../http/failure.ts'
import { Queue } from '../../queue.ts'
import type { ImportLimits } from './limits.ts'

type PreviewLimits = Pick<ImportLimits, 'previewsAtOnce' | 'previewsWaiting' | 'previewsAPerson'>

/** Reads few previews at the same time, since each takes a thread; refuses more than some wait for (`too_many`). */
export const previewQueue = (limits: PreviewLimits): Queue =>
  new Queue({
    concurrency: limits.previewsAtOnce,
    waiting: limits.previewsWaiting,
    perPerson: limits.previewsAPerson,
    refuse: () =>
      new Failure('too_many', 'Too many file previews at once. Please wait a moment.', {
        retryAfter: 5,
      }),
  })
