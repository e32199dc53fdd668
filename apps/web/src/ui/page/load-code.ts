import { isOnline } from '../../api/connection.ts'

/** The code of a page, or of a part of one, could not be loaded. */
export class CodeMissing extends Error {
  /** Whether it was asked for at all, which it isn't while the browser is offline. */
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
 * Loads code by a dynamic import. Offline it isn't even asked for: browsers keep the failure of a module
 * (whatwg/html#10327), and Vite never asks for the CSS of a chunk a second time.
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
