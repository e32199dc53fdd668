import { Failure } from '../http/failure.ts'

/** What a rule says when it refuses. @throws {Error} where it refuses nothing */
export function refusalOf(work: () => unknown): Pick<Failure, 'code' | 'message' | 'errors'> {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, errors } = error
    return { code, message, errors }
  }
  throw new Error('nothing was refused')
}
