import { create } from 'zustand'

/** A page that is gone to by `g` and a letter. */
export interface GoPlace {
  key: string
  label: string
  go: () => void
}

/** The pages that the person may go to so; told by whoever knows them, for all who tell the keys. */
export const useGoPlaces = create<{ places: readonly GoPlace[] }>()(() => ({ places: [] }))
