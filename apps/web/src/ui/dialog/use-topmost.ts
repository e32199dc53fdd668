import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** The ids of the open dialogs, and of menus and popovers above them, the topmost last. */
const useLayers = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

export const useHasDialog = (): boolean => useLayers(({ ids }) => ids.length > 0)

/** Whether a dialog, menu or popover is the topmost one, which Escape closes. */
export function useTopmost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    useLayers.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useLayers.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
  }, [opened, id])
  return useLayers(({ ids }) => ids.at(-1) === id)
}
