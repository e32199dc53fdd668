import { isOnline } from '../../api/connection.ts'

export class CodeMissing extends Error {
  /** False while offline. */
  readonly tried: boolean

  constructor(tried: boolean, cause?: unknown) {
    super('This part of Steward couldn’t be loaded. Check your connection and try again.', {
      cause,
    })
    this.name = 'CodeMissing'
    this.tried = tried
  }
}

/**
 * A dynamic import, never tried offline: browsers cache failures (whatwg/html#10327), Vite skips CSS on
 * retry.
 * @throws CodeMissing
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!isOnline()) throw new CodeMissing(false)
  try {
    return await load()
  } catch (cause) {
    throw new CodeMissing(true, cause)
  }
}
