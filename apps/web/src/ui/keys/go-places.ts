import { create } from 'zustand'

export interface GoPlace {
  key: string
  label: string
  go: () => void
}

/** The pages that `g` followed by a letter leads to. */
export const useGoPlaces = create<{ places: readonly GoPlace[] }>()(() => ({ places: [] }))
