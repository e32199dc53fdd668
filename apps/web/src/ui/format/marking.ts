import { createContext, type ReactNode } from 'react'

/** Marks the search hits in a text (marks.tsx); null without a search. */
export type Mark = ((text: string) => ReactNode) | null

export const Marking = createContext<Mark>(null)
