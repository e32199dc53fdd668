/** Focuses the first invalid field, waiting up to 60 frames until errors are rendered. */
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
