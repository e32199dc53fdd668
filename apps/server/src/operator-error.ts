import type { Said } from '@steward/i18n/sentence'

/**
 * Something that the person who runs Steward can mend: a wrong setting, a port in use, a directory
 * that can't be written. Its message is a whole sentence and all that they get to see.
 */
export class OperatorError extends Error {
  override name = 'Problem'
  /** The message with its values. */
  readonly said: Said

  constructor(said: Said, options?: ErrorOptions) {
    super(String(said), options)
    this.said = said
  }
}
