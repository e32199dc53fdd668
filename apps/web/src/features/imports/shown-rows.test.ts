import { type Catalog, currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { expect, onTestFinished, test } from 'vitest'
import { shownRows } from './shown-rows.ts'

const told = {
  line: 4,
  reasons: [{ field: '', reason: 'is negative' }],
  cells: { Title: 'Hall', Total: '-5' },
}
const corrected = { '4': { was: told.cells, cells: { Total: '5' } } }

test('what an import said of a row is over once the row is corrected', () => {
  expect(shownRows([], [told], {}, {})).toMatchObject([{ line: 4, others: ['Is negative'] }])
  const row = { line: 4, cells: { Title: 'Hall', Total: '5' }, others: [], corrected: true }
  expect(shownRows([], [told], corrected, {})).toMatchObject([row])
})

test('what is said of a corrected row by the preview, or by an import that had the correction, stands', () => {
  expect(shownRows([told], [], corrected, {})[0]?.others).toEqual(['Is negative'])
  const again = { ...told, cells: { Title: 'Hall', Total: '5' } }
  expect(shownRows([], [again], corrected, {})[0]?.others).toEqual(['Is negative'])
})

test('what is wrong with a row is said in the reader’s language', () => {
  const english = currentTranslator()
  onTestFinished(() => setTranslator(english))
  const catalog: Catalog = {
    '"{value}" is negative': ['„', ['value'], '“ ist negativ'],
    Amount: 'Betrag',
  }
  setTranslator(translator({ language: 'de', locale: 'de' }, catalog))
  const sent = { template: '"{value}" is negative', params: { value: '-5' } }
  const reasons = [{ field: 'amount', reason: '"-5" is negative', ...sent }]
  const [row] = shownRows(
    [{ ...told, reasons }],
    [],
    {},
    { amount: { kind: 'column', column: 'Total' } },
  )
  expect(row?.errors).toEqual({ Total: 'Betrag „-5“ ist negativ' })
})
