import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** What lies over the page now, the last one on top. */
const useLayers = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

/**
 * Whether a drawer or dialog lies on top of all others, so that Escape closes it and not what is
 * below it too.
 * @param opened whether it lies there at all
 */
export function useTopmost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    useLayers.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useLayers.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
  }, [opened, id])
  return useLayers(({ ids }) => ids.at(-1) === id)
}
