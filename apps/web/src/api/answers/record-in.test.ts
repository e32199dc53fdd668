import { expect, it } from 'vitest'
import { recordIn } from './record-in.ts'

const category = { _id: 'c1', name: 'Toys' }

it.each([
  ['under data', { message: '', data: category }],
  ['under its name within data', { data: { category } }],
  ['alone', category],
  ['with an id of the other name', { data: { id: 'c1', name: 'Toys' } }],
])('finds the record %s', (_, answer) => {
  expect(recordIn('categories', answer)).toMatchObject({ name: 'Toys' })
})

it('takes what stands under the record’s own name, also without an id', () =>
  expect(recordIn('categories', { data: { category: { name: 'Toys' } } })).toMatchObject({
    name: 'Toys',
  }))

it.each([
  ['nothing', { message: '', data: null }],
  ['an empty object', {}],
  ['an empty data', { data: {} }],
  ['counts', { data: { acknowledged: true, modifiedCount: 1 } }],
  ['a text', { data: 'Saved' }],
  ['a list', { data: [category] }],
  ['somebody whom it names', { data: { createdBy: { _id: 'u1', name: 'Ada' } } }],
  ['two records', { data: { before: category, after: category } }],
])('finds none in %s', (_, answer) => {
  expect(recordIn('categories', answer)).toBeNull()
})
