import { createContext, type ReactNode } from 'react'

/** Marks search hits; null without a search (marks.tsx). */
export type Mark = ((text: string) => ReactNode) | null

export const Marking = createContext<Mark>(null)
