import { isOnline } from '../../api/browser/connection.ts'

export class CodeMissing extends Error {
  /** Whether loading was tried; false if the browser was offline. */
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
 * A dynamic import. Never tried offline: browsers cache the failure (whatwg/html#10327).
 * @throws CodeMissing if it fails or the browser is offline
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!isOnline()) throw new CodeMissing(false)
  try {
    return await load()
  } catch (cause) {
    throw new CodeMissing(true, cause)
  }
}
