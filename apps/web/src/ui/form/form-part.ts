/** A part of a form with own state, such as a grid of thousands of boxes. */
export interface OpenPart<R> {
  /** Differences from the record (null) or an earlier state, as JSON; null for none. */
  changes: (since: unknown) => unknown
  /** Differences of theirs from the opened record. */
  changesOf: (theirs: R) => unknown
  toRequest: () => unknown
  reset: () => void
  /** @returns unsubscribe */
  listen: (changed: () => void) => () => void
}

export interface FormPart<R, P extends OpenPart<R>> {
  name: string
  label: string
  /** @param changes from {@link OpenPart.changes} to apply, or null */
  open: (record: R | null, changes: unknown) => P
}
