import { createContext } from 'react'

/** Where buttons go on a narrow screen; null for above. */
export const RecordFootContext = createContext<HTMLElement | null>(null)
