import { createContext, type ReactNode } from 'react'

/** Writes a text with what was searched for marked; null where nothing was searched for (marks.tsx). */
export type Mark = ((text: string) => ReactNode) | null

/** How the texts below are marked. */
export const Marking = createContext<Mark>(null)
