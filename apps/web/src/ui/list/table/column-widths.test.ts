import { expect, test } from 'vitest'
import type { Column } from '../definition/list-definition.ts'
import { fitColumns, neededWidths } from './column-widths.ts'

type Sample = { title: string; size: string }

const column = (key: 'title' | 'size', more: Partial<Column<Sample>> = {}): Column<Sample> => ({
  key,
  label: key,
  width: 100,
  cell: () => null,
  text: (record) => record[key] ?? '',
  ...more,
})
const row = (size: string) => ({ id: size, record: { title: 'x', size } })

test('a column is as wide as the widest value that was seen of it, on whatever page', () => {
  const columns = [column('title'), column('size', { most: 900 })]
  const short = neededWidths('one', columns, [row('12')])['size'] ?? 0
  const long = neededWidths('one', columns, [row('999,999,999.99 KWD')])['size'] ?? 0
  expect(long).toBeGreaterThan(short + 80)
  expect(neededWidths('one', columns, [row('12')])['size']).toBe(long)
  expect(neededWidths('two', columns, null)['size']).toBe(100)
})

const many: Column<Sample>[] = [
  column('title', { least: 300 }),
  { ...column('size'), key: 'amount' },
  { ...column('size', { least: 80, priority: 3 }), key: 'author' },
  { ...column('size', { priority: 5 }), key: 'likes' },
  { ...column('size', { priority: 5, hidden: true }), key: 'asked' },
]
const needed = { amount: 150, author: 180, likes: 60, asked: 70 }

test('with room for all of them every column has what its values need', () => {
  const { widths, less } = fitColumns(many, needed, {}, 1200)
  expect(less).toEqual([])
  expect(widths).toMatchObject(needed)
})

test('texts are narrowed, then the least important are left out; numbers and what was asked for stay', () => {
  const narrower = fitColumns(many, needed, {}, 680)
  expect(narrower.less).toEqual([])
  expect(narrower.widths).toMatchObject({ amount: 150, likes: 60, title: 300, author: 80 })
  expect(fitColumns(many, needed, {}, 640).less).toEqual([5])
  const narrow = fitColumns(many, needed, {}, 400)
  expect(narrow.less).toEqual([5, 3])
  expect(narrow.sum).toBe(400)
  expect(narrow.widths).toMatchObject({ title: 180, amount: 150, asked: 70 })
  expect(fitColumns(many, needed, {}, 300).widths['title']).toBe(110)
})

test('a width that somebody gave holds, also where room is scarce', () => {
  expect(fitColumns(many, needed, { author: 200 }, 700).widths['author']).toBe(200)
})
