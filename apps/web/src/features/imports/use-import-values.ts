import { useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../../api/drafts.ts'
import { type ImportValues, startValues } from './import-values.ts'

const keyOf = (id: string) => `/import/${id}`

/** Forgets how a file was to be read, once it is thrown away. */
export const forgetImportValues = (id: string): void => forgetDraft(keyOf(id))

/** How an uploaded file is to be read; it outlives a reload. @param id the file's */
export function useImportValues(
  id: string,
): [ImportValues, (change: Partial<ImportValues>) => void] {
  const [values, setValues] = useState<ImportValues>(() => ({
    ...startValues,
    ...readDraft<ImportValues>(keyOf(id)),
  }))
  const change = (changes: Partial<ImportValues>) =>
    setValues((before) => {
      const now = { ...before, ...changes }
      keepDraft(keyOf(id), now)
      return now
    })
  return [values, change]
}
