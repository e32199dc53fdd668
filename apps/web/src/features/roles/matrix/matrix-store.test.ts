import { permissionModules } from '@steward/contract/permissions/permissions'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { MatrixStore } from './matrix-store.ts'
import { flagsOf, shapeOf } from './shape.ts'

const modules = permissionModules(({ action }) => action === 'list')
const shape = shapeOf(modules)
const newStore = (locked = new Uint8Array(shape.names.length)) =>
  new MatrixStore(shape, flagsOf(shape, modules), locked)
const row = (name: string) => shape.rows.findIndex((each) => each.name === name)
const column = (name: string) => shape.columns.indexOf(name)

it('counts the same however it came to be', () => {
  const bit = fc.nat({ max: shape.names.length - 1 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(bit, { maxLength: 9 }), fc.boolean())), (steps) => {
      const store = newStore()
      for (const [bits, on] of steps) store.set(bits, on)
      const fresh = new MatrixStore(shape, store.granted, new Uint8Array(store.granted.length))
      for (const part of ['row', 'module', 'column', 'all'] as const)
        expect(store.countOf(part, 1)).toEqual(fresh.countOf(part, 1))
      expect(store.countOf('all', 0)).toBe(store.granted.reduce((sum, each) => sum + each, 0))
      const changed = store.changed()
      expect(store.changes).toEqual({
        gained: changed.filter(({ on }) => on).length,
        lost: changed.filter(({ on }) => !on).length,
      })
      store.reset()
      expect(store.granted).toEqual(store.before)
      expect(store.changes).toEqual({ gained: 0, lost: 0 })
    }),
  )
})

it('knows what was changed after an earlier state of it', () => {
  const store = newStore()
  const [one = 0, other = 0] = store.bitsOf('row', row('Admins')).slice(1)
  store.set([one], true)
  const then = store.changed()
  store.set([one], false)
  store.set([other], true)
  expect(store.changed(then)).toEqual([
    { names: shape.names[one], on: false },
    { names: shape.names[other], on: true },
  ])
  expect(store.changed(store.changed())).toEqual([])
  expect(store.changed([])).toEqual(store.changed())
})

it('fills a part that is not whole, and empties one that is', () => {
  const store = newStore()
  const bills = store.bitsOf('row', row('Bills'))
  expect(store.stateOf('row', row('Bills'))).toBe('some')
  store.flip(bills)
  expect(store.stateOf('row', row('Bills'))).toBe('all')
  store.flip(bills)
  expect(store.stateOf('row', row('Bills'))).toBe('none')
  store.flip(store.bitsOf('column', column('delete')))
  expect(store.stateOf('column', column('delete'))).toBe('all')
  expect(store.stateOf('row', row('Bills'))).toBe('some')
})

it('leaves what is locked as it is', () => {
  const locked = new Uint8Array(shape.names.length)
  const bits = newStore().bitsOf('row', row('Bills'))
  locked[bits[2] ?? 0] = 1
  const store = newStore(locked)
  store.flip(bits)
  expect(bits.map((bit) => store.granted[bit])).toEqual([1, 1, 0, 1, 1, 1])
  // Everything that can be granted is, so the next one empties it.
  store.flip(bits)
  expect(bits.map((bit) => store.granted[bit])).toEqual([0, 0, 0, 0, 0, 0])
})

it('tells a row of itself alone, and rows out of sight a little later', () => {
  vi.useFakeTimers()
  const store = newStore()
  const [bills, tasks, events] = [row('Bills'), row('Tasks'), row('Events')]
  const heard = [bills, tasks, events].map((each) => {
    const listener = vi.fn()
    let version = store.rowVersions[each]
    store.listen(() => {
      if (store.rowVersions[each] !== version) listener()
      version = store.rowVersions[each]
    })
    return listener
  })
  store.near[shape.rows[events]?.module ?? 0] = 0
  store.set(store.bitsOf('row', bills), true)
  expect(heard.map((each) => each.mock.calls.length)).toEqual([1, 0, 0])
  store.set(store.bitsOf('column', column('list')), false)
  expect(heard.map((each) => each.mock.calls.length)).toEqual([2, 1, 0])
  vi.runAllTimers()
  expect(heard.map((each) => each.mock.calls.length)).toEqual([2, 1, 1])
  store.set(store.bitsOf('row', events), true)
  expect(heard.map((each) => each.mock.calls.length)).toEqual([2, 1, 2])
  vi.useRealTimers()
})

it('carries changes over to another matrix by their names', () => {
  const store = newStore()
  store.set(store.bitsOf('row', row('Bills')), true)
  const other = newStore()
  other.apply([
    ...store.changed(),
    { names: { module: 'x', submodule: 'y', action: 'z' }, on: true },
  ])
  expect(other.granted).toEqual(store.granted)
})
