import { useState } from 'react'
import { canCreate } from '../../keys/create-key.ts'
import { type KeyLine, KeyList } from '../../keys/key-list.tsx'
import { undoKeys } from './use-undo-key.ts'

const createLine: KeyLine = [['c'], 'Create a record']

const lines: readonly KeyLine[] = [
  [['/'], 'Search'],
  [['f'], 'Add a filter'],
  createLine,
  [['j', '↓'], 'Next row (an open record follows)'],
  [['k', '↑'], 'Previous row'],
  [['→', '←'], 'Move between buttons in the row, toolbar or column headings'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row (with Shift: a range)'],
  [['n', 'p'], 'Next or previous record, across pages'],
  [['F6'], 'Switch between the list and the open record'],
  [undoKeys, 'Undo your last action; press again for the one before'],
  [['F8'], 'Go to Undo in a notification'],
  [['Esc'], 'Close the record, clear the search'],
  [['Alt', 'Shift', '←', '→'], 'Move the focused column'],
  [['?'], 'These shortcuts'],
]

export function ListKeys() {
  const [creates] = useState(canCreate)
  return (
    <KeyList title="In this list" lines={lines.filter((line) => creates || line !== createLine)} />
  )
}
