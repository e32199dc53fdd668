import { useEffect, useState } from 'react'
import { focusPageIfLost } from '../keys/focus-page.ts'

/** Restores the focus when a dialog closes by unmounting: Mantine's `returnFocus` is for those that stay mounted. */
export function useFocusBack(): void {
  const [before] = useState(() => opener(document.activeElement))
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = [null, document.body].includes(document.activeElement as HTMLElement | null)
        if (!isLost || !(before instanceof HTMLElement)) return
        before.focus({ preventScroll: true })
        if (!before.isConnected) focusPageIfLost()
      })
    },
    [before],
  )
}

/** The element to return the focus to: for a menu item, which unmounts, the button of its menu. */
function opener(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element
}
