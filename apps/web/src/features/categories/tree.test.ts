import { expect, test } from 'vitest'
import {
  type Branch,
  moved,
  placeAfter,
  placeOfDrop,
  type TreePosition,
  treeOf,
  visible,
} from './tree.ts'

const row = (id: string, parent: string | null, position: number) => ({
  id,
  record: { _id: id, name: id, parent, position },
})
const rows = [
  row('a', null, 0),
  row('b', null, 1),
  row('c', null, 2),
  row('b1', 'b', 0),
  row('b2', 'b', 1),
]
const shape = (branches: readonly Branch[]): string =>
  branches.map(({ id, below }) => (below.length ? `${id}(${shape(below)})` : id)).join(' ')
const at = (id: string) => {
  const branch = visible(treeOf(rows), new Set()).find((each) => each.id === id)
  if (!branch) throw new Error(id)
  return branch
}
const after = (id: string, place: TreePosition | null) =>
  place === null ? null : shape(treeOf(moved(rows, id, place)))
const step = (id: string, way: 'up' | 'down' | 'in' | 'out') =>
  after(id, placeAfter(treeOf(rows), at(id), way))

test('the keyboard moves a category among its siblings, in and out', () => {
  expect(shape(treeOf(rows))).toBe('a b(b1 b2) c')
  expect(step('c', 'up')).toBe('a c b(b1 b2)')
  expect(step('a', 'down')).toBe('b(b1 b2) a c')
  expect(step('c', 'in')).toBe('a b(b1 b2 c)')
  expect(step('b1', 'out')).toBe('a b(b2) b1 c')
  expect([step('a', 'up'), step('c', 'down'), step('a', 'in'), step('a', 'out')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a drop puts it before, after or below another one, never below itself', () => {
  const drop = (id: string, target: string, where: 'before' | 'after' | 'within') =>
    after(id, placeOfDrop(at(id), at(target), where))
  expect(drop('a', 'c', 'before')).toBe('b(b1 b2) a c')
  expect(drop('a', 'c', 'after')).toBe('b(b1 b2) c a')
  expect(drop('c', 'b1', 'after')).toBe('a b(b1 c b2)')
  expect(drop('a', 'b', 'within')).toBe('b(b1 b2 a) c')
  expect(drop('b', 'b2', 'within')).toBeNull()
  expect(drop('a', 'b', 'before')).toBeNull()
})

test('a loop or a missing parent loses no category', () => {
  const odd = [row('x', 'nobody', 0), row('y', 'y', 1)]
  expect(shape(treeOf(odd))).toBe('x y')
})
