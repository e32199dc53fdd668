import { createContext } from 'react'

/** Where a record's buttons stand on a narrow screen, so that its content comes first; null where they stand above. */
export const RecordFootContext = createContext<HTMLElement | null>(null)
