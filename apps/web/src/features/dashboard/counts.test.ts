import { expect, it } from 'vitest'
import { labelOf, tilesOf } from './counts.ts'

it('puts what we know first, in our order, and leads to its list', () => {
  const tiles = tilesOf({ counts: { openTickets: 4, bills: 2, users: '12' } })
  expect(tiles.map(({ label, count }) => [label, count])).toEqual([
    ['Users', 12],
    ['Bills', 2],
    ['Open tickets', 4],
  ])
  expect(tiles[1]?.list?.path).toBe('/bills')
  expect(tiles[2]?.list).toBeNull()
})

it.each([undefined, null, [], 'x', {}, { counts: null }, { counts: [1] }])(
  'draws nothing of %j',
  (data) => expect(tilesOf(data)).toEqual([]),
)

it('takes what is no number for none', () => {
  const counts = { users: null, bills: {}, constructor: 3 }
  const tiles = tilesOf({ counts, trends: { users: [1, null, -2], bills: 'x' } })
  expect(tiles.map((tile) => tile.count)).toEqual([null, null, 3])
  expect(tiles[0]?.trend).toEqual([1, 0, 0])
  expect(tiles[1]?.trend).toBeNull()
})

it('makes a name of a key', () => {
  expect([
    labelOf('openTickets'),
    labelOf('open_tickets'),
    labelOf('new-USERS'),
    labelOf('_'),
  ]).toEqual(['Open tickets', 'Open tickets', 'New users', '_'])
})
