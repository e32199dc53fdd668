import { useEffect, useState } from 'react'
import { focusPageIfLost } from '../keys/focus-page.ts'

/** Restores the focus when a dialog closes by unmounting: Mantine's `returnFocus` is for those that stay mounted. */
export function useFocusBack(): void {
  const [before] = useState(() => opener(document.activeElement))
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = [null, document.body].includes(document.activeElement as HTMLElement | null)
        if (!isLost) return
        if (before instanceof HTMLElement && before.isConnected && before !== document.body)
          before.focus({ preventScroll: true })
        else focusPageIfLost()
      })
    },
    [before],
  )
}

/** The element to return the focus to: for a menu item, which unmounts, the button of its menu. */
function opener(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]')
  if (!menu) return element
  // The button of a menu that closes controls it no more, but names it still.
  return (
    document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) ??
    document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  )
}
