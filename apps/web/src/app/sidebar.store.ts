import { useMediaQuery } from '@mantine/hooks'
import { create } from 'zustand'

/** The sidebar setting (specification sections 3 and 4). */
export interface SidebarState {
  /** Whether the sidebar is shown beside the page; true at every load, and not stored. */
  sidebarShow: boolean
  /** Whether it lies over the page, where the window is narrow; never so at the start. */
  overlayOpen: boolean
  setSidebarShow: (show: boolean) => void
  setOverlayOpen: (open: boolean) => void
}

/** Whether the sidebar is shown. */
export const useSidebar = create<SidebarState>()((set) => ({
  sidebarShow: true,
  overlayOpen: false,
  setSidebarShow: (sidebarShow) => set({ sidebarShow }),
  setOverlayOpen: (overlayOpen) => set({ overlayOpen }),
}))

/** Whether the window is wide enough for the sidebar beside the page (as in layout.module.css). */
export const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
