import { create } from 'zustand'

export interface GoPlace {
  key: string
  label: string
  go: () => void
}

/** Pages reachable by `g` and a letter. */
export const useGoPlaces = create<{ places: readonly GoPlace[] }>()(() => ({ places: [] }))
