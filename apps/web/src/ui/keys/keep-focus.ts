/**
 * Gives the focus back to a control that lost it by being disabled, such as a button while what it sends is under way,
 * once it can be used again. Until then Tab stays in the control's dialog.
 * @returns what ends it
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  const note = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null
  }
  const observer = new MutationObserver((changes) => {
    const isEnabled = changes.some(({ target }) => target === last) && !last?.matches(':disabled')
    if (isEnabled && isLost()) last?.focus({ preventScroll: true })
  })
  // The trap of a dialog knows what to do with a Tab of the dialog itself.
  const stay = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && isLost() && last?.matches(':disabled'))
      last.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true })
  }
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('keydown', stay, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('keydown', stay, true)
  }
}
