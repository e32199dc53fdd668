import { useSyncExternalStore } from 'react'

/** As in layout.module.css and sidebar.module.css: from here on there is room beside the page. */
const wide = window.matchMedia('(min-width: 62em)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the sidebar stands beside the page; in a narrower window it lies over it. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
