/** A part of a form that keeps its own state, such as a grid of thousands of checkboxes. */
export interface OpenPart<R> {
  /** What differs from the record (null) or an earlier state, as JSON; null if nothing does. */
  changes: (since: unknown) => unknown
  /** What differs between the opened record and `theirs`, the one saved by somebody else. */
  changesOf: (theirs: R) => unknown
  toRequest: () => unknown
  reset: () => void
  /** Subscribes to changes; returns a function that unsubscribes. */
  listen: (changed: () => void) => () => void
}

export interface FormPart<R, P extends OpenPart<R>> {
  name: string
  label: string
  /** Opens the part for a record; applies `changes` from {@link OpenPart.changes} unless null. */
  open: (record: R | null, changes: unknown) => P
}
