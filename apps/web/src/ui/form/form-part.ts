/** A part of a form that keeps its state itself, such as a grid of thousands of boxes. */
export interface OpenPart<R> {
  /**
   * What differs from the record (since null), or from what this said earlier, as JSON can hold it; null for nothing.
   */
  changes: (since: unknown) => unknown
  /** What somebody else changed: how their record differs from the one that this was opened with. */
  changesOf: (theirs: R) => unknown
  toRequest: () => unknown
  /** Goes back to the record. */
  reset: () => void
  /** @returns stops listening */
  listen: (changed: () => void) => () => void
}

/** How such a part is opened, by the name that it has in the call that saves the record. */
export interface FormPart<R, P extends OpenPart<R>> {
  name: string
  label: string
  /** @param changes what {@link OpenPart.changes} said of another state, to be put on top; or null */
  open: (record: R | null, changes: unknown) => P
}
