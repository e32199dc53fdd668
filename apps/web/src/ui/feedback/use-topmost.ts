import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** Open dialogs, the last on top. */
const useLayers = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

export const useHasDialog = (): boolean => useLayers(({ ids }) => ids.length > 0)

/** Whether Escape closes this dialog and not one below. */
export function useTopmost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    useLayers.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useLayers.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
  }, [opened, id])
  return useLayers(({ ids }) => ids.at(-1) === id)
}
