import { createContext } from 'react'

/** The element for a record's buttons on narrow screens; null if they are above the record. */
export const RecordFootContext = createContext<HTMLElement | null>(null)
