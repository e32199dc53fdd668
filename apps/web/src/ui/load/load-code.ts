import { t } from '@steward/i18n/reader'
import { isOnline } from '../../api/browser/connection.ts'
import { loadRest } from '../../api/language/language.ts'

export class CodeMissing extends Error {
  /** Whether loading was tried; false if the browser was offline. */
  readonly tried: boolean

  constructor(tried: boolean, cause?: unknown) {
    super(t('This part of Steward couldn’t be loaded. Check your connection and try again.'), {
      cause,
    })
    this.name = 'CodeMissing'
    this.tried = tried
  }
}

/**
 * A dynamic import, with the messages of what is loaded. Never tried offline: browsers cache the failure (whatwg/html#10327).
 * @throws CodeMissing if it fails or the browser is offline
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!isOnline()) throw new CodeMissing(false)
  try {
    const [loaded] = await Promise.all([load(), loadRest()])
    return loaded
  } catch (cause) {
    throw new CodeMissing(true, cause)
  }
}
