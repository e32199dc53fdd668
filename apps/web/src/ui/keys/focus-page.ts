/** How long other code has to set the focus, in milliseconds. */
const pause = 100

/** Focuses the page, unless something else has the focus after a moment. */
export function focusPageIfLost(): void {
  // Kept, as the page may be another one after the pause.
  const page = document.querySelector('main')
  setTimeout(() => {
    if (!page) return
    const { activeElement, body } = page.ownerDocument
    if (activeElement === null || activeElement === body) page.focus({ preventScroll: true })
  }, pause)
}
