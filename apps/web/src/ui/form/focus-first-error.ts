/**
 * Moves the focus to the first field of a form that is marked as wrong, as soon as it is drawn so:
 * what a late answer changes is drawn some frames later. One that has the focus already comes into
 * view.
 */
export function focusFirstError(form: HTMLElement | null): void {
  let frames = 60
  const look = () => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-error-here] button')
    field?.focus()
    field?.scrollIntoView?.({ block: 'nearest' })
    if (!field && --frames > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
