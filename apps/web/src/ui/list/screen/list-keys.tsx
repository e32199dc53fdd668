import { msg, t } from '@steward/i18n/reader'
import { useState } from 'react'
import { canCreate } from '../../keys/create-key.ts'
import { type KeyLine, KeyList } from '../../keys/key-list.tsx'
import { undoKeys } from './use-undo-key.ts'

const createLine: KeyLine = [['c'], msg('Create a record')]

const lines: readonly KeyLine[] = [
  // i18n: verb
  [['/'], msg('Search')],
  [['f'], msg('Add a filter')],
  createLine,
  [['j', '↓'], msg('Next row (an open record follows)')],
  [['k', '↑'], msg('Previous row')],
  [['→', '←'], msg('Move between buttons in the row, toolbar or column headings')],
  [['Enter'], msg('Open the row')],
  [['x'], msg('Select the row (with Shift: a range)')],
  [['n', 'p'], msg('Next or previous record, across pages')],
  [['F6'], msg('Switch between the list and the open record')],
  [undoKeys, msg('Undo your last action; press again for the one before')],
  [['F8'], msg('Go to the button in a notification, such as Undo')],
  // i18n-ignore: see key-names.ts
  [['Esc'], msg('Close the record, clear the search')],
  [['Alt', 'Shift', '←', '→'], msg('Move the focused column')],
  [['?'], msg('These shortcuts')],
]

export function ListKeys() {
  const [creates] = useState(canCreate)
  return (
    <KeyList
      title={t('In this list')}
      lines={lines.filter((line) => creates || line !== createLine)}
    />
  )
}
