import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { expect, onTestFinished, test } from 'vitest'
import {
  bytesText,
  fieldName,
  fieldsOf,
  fieldWord,
  isGiven,
  optionsOf,
  questionFields,
  startValues,
} from './import-values.ts'
import { problemOfFile } from './use-upload.ts'

test('an untouched form leaves everything to the server but what is preset', () => {
  expect(optionsOf(startValues)).toEqual({ set: {} })
  expect(optionsOf(startValues, { type: 'business' })).toEqual({ set: { type: 'business' } })
})

test('columns, texts of several, and what is the same in every row', () => {
  const fields = fieldsOf(['title', 'notes', 'status', 'amount'], {
    title: 'Name',
    notes: '{a}, {b}',
  })
  expect(fields['amount']).toEqual({ kind: 'none' })
  const values = {
    ...startValues,
    fields: { ...fields, status: { kind: 'same', value: 'paid' } as const },
    ids: ['No'],
    dateFormats: ' M/D/YYYY \n\nYYYY',
    delimiter: '\t',
    currency: ' EUR ',
    decimal: ',' as const,
    entities: true,
  }
  expect(optionsOf(values)).toEqual({
    map: { title: 'Name', notes: '{a}, {b}', amount: '' },
    set: { status: 'paid' },
    id: ['No'],
    dateFormats: ['M/D/YYYY', 'YYYY'],
    delimiter: '\t',
    currency: 'EUR',
    decimal: ',',
    entities: true,
  })
})

test('a field without anything is not given, and sends no empty constant', () => {
  const fields = { a: { kind: 'same', value: ' ' }, b: { kind: 'text', text: '' } } as const
  expect([isGiven(fields.a), isGiven(fields.b), isGiven(undefined)]).toEqual([false, false, false])
  expect(optionsOf({ ...startValues, fields })).toEqual({ map: { a: '', b: '' }, set: {} })
})

test('fields in words, and as many options as the columns have', () => {
  expect(['startsAt', 'option2.text', 'title'].map(fieldName)).toEqual([
    'Starts at',
    'Option 2: text',
    'Title',
  ])
  expect(questionFields(['option3.text'])).toContain('option3.percent')
  expect(questionFields([])).not.toContain('option3.text')
})

test('what can’t be a text file is refused before it is sent', () => {
  const bytes = (...all: number[]) => Uint8Array.from(all)
  const text = new TextEncoder().encode('a;b\n1;2')
  expect(problemOfFile(7, text)).toBeNull()
  expect(problemOfFile(0, bytes())).toMatch(/empty/)
  expect(problemOfFile(201 * 1024 * 1024, text)).toMatch(/200 MB/)
  expect(problemOfFile(9, bytes(0x50, 0x4b, 3, 4))).toMatch(/spreadsheet/)
  expect(problemOfFile(9, bytes(1, 0, 2))).toMatch(/isn’t a text file/)
  expect(problemOfFile(9, bytes(0xff, 0xfe, 65, 0))).toBeNull()
  expect([12, 1_400_000, 258_416].map(bytesText)).toEqual(['12 bytes', '1.4 MB', '258 KB'])
})

test('a field within a sentence keeps the capital letter of German nouns', () => {
  const english = currentTranslator()
  onTestFinished(() => setTranslator(english))
  expect(fieldWord('questions')).toBe('questions')
  setTranslator(translator({ language: 'de', locale: 'de' }, { Questions: 'Fragen' }))
  expect(fieldWord('questions')).toBe('Fragen')
})
