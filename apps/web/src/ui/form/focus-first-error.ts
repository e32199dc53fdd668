/** Focuses the first field of a form that is marked as wrong; what a late answer marks is drawn some frames later. */
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
