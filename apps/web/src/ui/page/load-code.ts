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
 * Loads code by a dynamic import. Offline it isn't even asked for: browsers long kept the failure of a
 * module for as long as the page stood (whatwg/html#10327 ended that in 2026, in newer versions
 * alone), and Vite never asks for the CSS of a chunk a second time. So what was never asked for can
 * be loaded later, in any browser, and what was asked for in vain comes by loading the page again.
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
