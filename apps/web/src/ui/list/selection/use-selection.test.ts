import { expect, test } from 'vitest'
import { type Selection, select } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, record: {} }))
const none: Selection<object> = { chosen: new Map(), anchor: null, all: null }
const toggle = (before: Selection<object>, id: string, range = false) =>
  select(before, { type: 'toggle', rows, asked: '', id, range })
const ids = (selection: Selection<object>) => [...selection.chosen.keys()].sort().join('')

test('Shift chooses from the last one, either way', () => {
  expect(ids(toggle(toggle(none, 'b'), 'd', true))).toBe('bcd')
  expect(ids(toggle(toggle(none, 'd'), 'b', true))).toBe('bcd')
  expect(ids(toggle(none, 'c', true))).toBe('c')
})

test('Shift on a chosen row lets the range go', () => {
  const all = select(none, { type: 'page', asked: '', rows, on: true })
  expect(ids(all)).toBe('abcde')
  expect(ids(toggle(toggle(all, 'b'), 'd', true))).toBe('ae')
})

test('what is chosen on another page stays chosen', () => {
  const other = select(none, { type: 'page', asked: '', rows: [{ id: 'z', record: {} }], on: true })
  expect(ids(toggle(other, 'a'))).toBe('az')
  expect(ids(select(toggle(other, 'a'), { type: 'page', asked: '', rows, on: false }))).toBe('z')
  expect(ids(select(other, { type: 'clear', rows, asked: '' }))).toBe('')
})

test('of everything rows are let go and taken back, until something else is asked', () => {
  const of = (before: Selection<object>, id: string, asked = 'x') =>
    select(before, { type: 'toggle', rows, asked, id, range: false })
  const all = select(none, { type: 'all', rows, asked: 'x' })
  expect(of(all, 'b').all?.except).toEqual(new Set(['b']))
  expect(of(of(all, 'b'), 'b').all?.except).toEqual(new Set())
  expect(ids(of(all, 'b', 'y'))).toBe('b')
  expect(of(all, 'b', 'y').all).toBeNull()
})
