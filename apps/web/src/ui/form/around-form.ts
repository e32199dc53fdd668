import { createContext } from 'react'

/** What the page around a record's form passes to it. */
export interface AroundForm {
  /** Who has saved the record since it was opened; null for oneself or an unknown name. */
  savedBy: string | null
  onEditing: (editing: boolean) => void
}

export const AroundFormContext = createContext<AroundForm>({ savedBy: null, onEditing: () => {} })
