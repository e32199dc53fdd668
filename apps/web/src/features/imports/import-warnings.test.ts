import type { ImportFile } from '@steward/contract/imports/imports'
import { expect, test } from 'vitest'
import { importWarnings } from './import-warnings.ts'

const field = (name: string, more = {}) => ({ name, required: false, unique: false, ...more })
const file = {
  fields: [field('name', { required: true }), field('email', { unique: true }), field('type')],
} as ImportFile
const none = { texts: 0, examples: [] }
const preview = {
  columns: ['Name', 'Mail', 'Kind', 'Old id'],
  checked: { read: 200, good: 197, bad: 3, conflicts: 0 },
  survey: {
    rows: 200,
    missing: { name: 3 },
    fallbacks: { type: { rows: 1, value: 'member' } },
    encoded: { unescape: none, entities: none },
  },
}
const column = (name: string) => ({ kind: 'column', column: name }) as const

test('says what is left out, what may come twice, and what rows lack', () => {
  const fields = { name: column('Name'), type: column('Kind'), email: { kind: 'none' } as const }
  expect(importWarnings(file, preview, fields, [], 'keep')).toEqual([
    '2 columns of the file are left out: Mail and Old id.',
    expect.stringMatching(
      /^No unique column is chosen, and e-mail address isn’t imported\..*twice/,
    ),
    'Of the first 200 rows, 3 have no name, which is required, and can’t be imported.',
    'Of the first 200 rows, 1 has no type, and gets “member”.',
  ])
})

test('says nothing where all is taken and rows are told apart', () => {
  const fields = {
    name: { kind: 'text', text: '{Name} {Kind} {Old id}' } as const,
    email: column('Mail'),
  }
  const survey = { ...preview.survey, missing: {}, fallbacks: {} }
  expect(importWarnings(file, { ...preview, survey }, fields, [], 'keep')).toEqual([])
  const without = { name: column('Name') }
  expect(
    importWarnings(file, { ...preview, survey }, without, ['Mail', 'Kind', 'Old id'], 'keep'),
  ).toEqual([])
})

test('says how many rows are kept as they are here, unless that was decided otherwise', () => {
  const checked = { ...preview.checked, conflicts: 2 }
  const one = { ...preview, columns: [], survey: { ...preview.survey, missing: {}, fallbacks: {} } }
  const warn = (onConflict: 'keep' | 'overwrite') =>
    importWarnings(file, { ...one, checked }, {}, ['Old id'], onConflict)
  expect(warn('keep')).toEqual([
    '2 rows have the id of a record with other content, which is kept.',
  ])
  expect(warn('overwrite')).toEqual([])
})

test('names many columns without end', () => {
  const columns = Array.from({ length: 1000 }, (_, n) => `c${n}`)
  const [first] = importWarnings(file, { ...preview, columns }, {}, ['c0'], 'keep')
  expect(first).toBe(
    '999 columns of the file are left out: c1, c2, c3, c4, c5, c6, c7, c8, and 991 more.',
  )
})
