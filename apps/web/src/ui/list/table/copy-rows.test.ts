import { expect, test } from 'vitest'
import { rowsAsText, sheetCell } from './copy-rows.ts'

test('a cell is one line and no formula', () => {
  expect(sheetCell('two\nlines\tand tab')).toBe('two lines and tab')
  expect(sheetCell('=HYPERLINK("x")')).toBe('\'=HYPERLINK("x")')
  expect(sheetCell(' \n@sum')).toBe("'@sum")
  expect(sheetCell('+49 30 555 01415')).toBe("'+49 30 555 01415")
})

test('rows have a line of headings', () => {
  const column = { key: 'n', label: 'Name', width: 1, cell: () => null, text: () => 'Ada' }
  expect(rowsAsText([{ id: '1', record: {} }], [column])).toBe('Name\nAda')
})
