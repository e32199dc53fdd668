/** After this time, whoever knows better has given the focus to something, in milliseconds. */
const pause = 100

/** Gives the focus to the page, as what had it is gone, unless something else has it a moment from now. */
export function focusPageIfLost(): void {
  // By then it may be another page's, which nothing happens to.
  const page = document.querySelector('main')
  setTimeout(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) page?.focus({ preventScroll: true })
  }, pause)
}
