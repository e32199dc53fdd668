import { createContext } from 'react'

/** What a record's form needs from around it. */
export interface AroundForm {
  /** Null for oneself, and for somebody without a name. */
  savedBy: string | null
  onEditing: (editing: boolean) => void
}

export const AroundFormContext = createContext<AroundForm>({ savedBy: null, onEditing: () => {} })
