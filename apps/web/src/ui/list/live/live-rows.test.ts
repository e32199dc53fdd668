import { expect, test } from 'vitest'
import type { Listing, Row } from '../../../api/listing.ts'
import { followRows, letGo, takeFresh } from './live-rows.ts'

interface Thing {
  name: string
}

/** A page of rows, given by their ids and, where it matters, what they say: `a`, `b=changed`. */
function page(words: string, { total = 10, limit = 4 } = {}): Listing<Thing> {
  const rows = words.split(' ').flatMap((word): Row<Thing>[] => {
    const [id = '', name = id] = word.split('=')
    return id ? [{ id, record: { name } }] : []
  })
  const pagination = { page: 1, limit, total, totalPages: Math.ceil(total / limit) }
  return { rows, pagination, loadedAt: 1, came: rows }
}
const shown = ({ rows }: Listing<Thing>) =>
  rows.map(({ id, record }) => (record.name === id ? id : `${id}=${record.name}`)).join(' ')
const none = new Set<string>()

test('a row changes where it stands, and the total follows', () => {
  const now = followRows(page('a b c d'), page('a b=new c d', { total: 11 }), none)
  expect(shown(now)).toBe('a b=new c d')
  expect(now.live).toBeUndefined()
  expect(now.pagination?.total).toBe(11)
  expect(now.askedTotal).toBe(10)
})

test('new rows wait, and push nothing away', () => {
  const now = followRows(page('a b c d'), page('x y a b=new'), none)
  expect(shown(now)).toBe('a b=new c d')
  expect(now.live).toMatchObject({ news: 2, moved: false, gone: {} })
  expect(shown(takeFresh(now))).toBe('x y a b=new')
  expect(takeFresh(now).live).toBeUndefined()
})

test('rows that would change places wait', () => {
  const now = followRows(page('a b c d'), page('b a c d'), none)
  expect(shown(now)).toBe('a b c d')
  expect(now.live).toMatchObject({ news: 0, moved: true })
})

test('rows that are gone stay until they are let go, and the next ones fill up', () => {
  const now = followRows(page('a b c d'), page('a c d e'), new Set(['b']))
  expect(shown(now)).toBe('a b c d e')
  expect(now.live?.gone).toEqual({ b: 'deleted' })
  expect(shown(letGo(now, null))).toBe('a c d e')
  expect(letGo(now, null).live).toBeUndefined()
  expect(shown(letGo(now, 'b'))).toBe('a b c d e')
})

test('a row that no longer belongs here is told from one that new rows push to the next page', () => {
  expect(followRows(page('a b c d'), page('a c d e'), none).live?.gone).toEqual({ b: 'left' })
  expect(followRows(page('a b c d'), page('x a b c'), none).live?.gone).toEqual({})
  expect(followRows(page('a b c'), page('a b'), none).live?.gone).toEqual({ c: 'left' })
})

test('what waited and what was gone is kept while more happens', () => {
  const first = followRows(page('a b c d'), page('x a c d'), new Set(['b']))
  const then = followRows(first, page('y x a c'), none)
  expect(shown(then)).toBe('a b c d')
  expect(then.live).toMatchObject({ news: 2, gone: { b: 'deleted' } })
  expect(then.askedTotal).toBe(10)
  // It has come back.
  expect(followRows(first, page('x a b c'), none).live).toMatchObject({ news: 1, gone: {} })
})

test('what a person has just made stays on top, whatever the order', () => {
  const made: Listing<Thing> = { ...page('z a b c'), top: ['z'] }
  const now = followRows(made, page('a b c z'), none)
  expect(shown(now)).toBe('z a b c')
  expect(now.live).toBeUndefined()
  expect(followRows(made, page('a b c d'), none).live).toBeUndefined()
})

test('an empty list, and one that came whole, are shown as they are now', () => {
  expect(shown(followRows(page(''), page('a b'), none))).toBe('a b')
  const whole = { ...page('b a'), pagination: null }
  expect(shown(followRows(page('a b'), whole, none))).toBe('b a')
})
