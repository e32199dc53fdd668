/** Milliseconds in which others may set the focus. */
const pause = 100

/** Focuses the page, unless something else has the focus after a moment. */
export function focusPageIfLost(): void {
  // It may be another page's by then.
  const page = document.querySelector('main')
  setTimeout(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) page?.focus({ preventScroll: true })
  }, pause)
}
