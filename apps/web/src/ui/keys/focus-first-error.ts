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

/** Gives the focus back to the button that submits, which loses it while it can’t be pressed. */
export function focusSubmit(form: HTMLElement | null): void {
  let frames = 60
  const look = () => {
    if (document.activeElement !== document.body) return
    const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
    if (button && !button.disabled) button.focus({ preventScroll: true })
    else if (--frames > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
