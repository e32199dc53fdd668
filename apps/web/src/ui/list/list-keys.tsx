import { type KeyLine, KeyList } from '../keys/key-list.tsx'
import { undoKeys } from './use-undo-key.ts'

const lines: readonly KeyLine[] = [
  [['/'], 'Search'],
  [['f'], 'Add a filter'],
  [['j', '↓'], 'Next row; the record that is open follows'],
  [['k', '↑'], 'Previous row'],
  [['→', '←'], 'What can be pressed in the row, the toolbar or the column heads'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row (with Shift, all from the last one)'],
  [['n', 'p'], 'Next, previous record, over the end of the page too'],
  [['F6'], 'From the list to the record that is open, and back'],
  [undoKeys, 'Take back what you did last; again, what you did before'],
  [['F8'], 'Go to the Undo of a message'],
  [['Esc'], 'Close the record, clear the search'],
  [['Alt', 'Shift', '←', '→'], 'Move the column whose heading has the focus'],
  [['?'], 'These keys'],
]

/** The keys that a list hears, beside those of every page. */
export const ListKeys = () => <KeyList title="In this list" lines={lines} />
