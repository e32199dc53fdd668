import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** The dialogs that lie over the page now, the last one on top; a record's drawer is below them all. */
const useLayers = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

/** Whether a dialog lies over the page. */
export const useHasDialog = (): boolean => useLayers(({ ids }) => ids.length > 0)

/** Whether a dialog lies on top of all others, so that Escape closes it and not what is below it too. */
export function useTopmost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    useLayers.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useLayers.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
  }, [opened, id])
  return useLayers(({ ids }) => ids.at(-1) === id)
}
