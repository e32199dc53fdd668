import type { FailureEntry } from '@steward/contract/calls/errors'
import { Failure } from '../http/failure.ts'

interface Refusal extends Pick<Failure, 'code' | 'message'> {
  /** In English, as rules say them. */
  errors: FailureEntry[] | undefined
}

/** What a rule says when it refuses. @throws {Error} where it refuses nothing */
export function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, errors } = error
    const english = errors?.map((each) =>
      typeof each === 'string' ? each : { ...each, msg: String(each.msg) },
    )
    return { code, message, errors: english }
  }
  throw new Error('nothing was refused')
}
