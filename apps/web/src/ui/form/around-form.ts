import { createContext } from 'react'

/** What stands around a record's form, and knows of others. */
export interface AroundForm {
  /** Who saved the record last, where that was somebody else and they have a name. */
  savedBy: string | null
  /** Told whether something is being edited here. */
  onEditing: (editing: boolean) => void
}

/** What stands around the forms below it. */
export const AroundFormContext = createContext<AroundForm>({ savedBy: null, onEditing: () => {} })
