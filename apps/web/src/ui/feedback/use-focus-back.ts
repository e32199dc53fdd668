import { useEffect, useState } from 'react'
import { focusPageIfLost } from '../page/focus-page.ts'

/**
 * Gives the focus back to what had it before this was drawn, once this is gone. Mantine does so only for
 * what is closed and stays, not for what is drawn only while it is open.
 */
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

/** An item of a menu goes with it, so that the menu's button stands for it. */
function opener(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element
}
