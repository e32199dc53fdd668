// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { listOptions } from './list-options.ts'
import { lists } from './lists.ts'

afterEach(() => vi.unstubAllGlobals())

it('takes a person’s records out of a list that its server sends whole', async () => {
  const posts = [
    { _id: 'a', author: { _id: 'ada' } },
    { _id: 'b', author: { _id: 'bob' } },
    { _id: 'c' },
  ]
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message: '', data: posts })))
  const ids = async (list: Parameters<typeof listOptions>[0]) => {
    const { queryFn } = listOptions(list)({})
    const { rows } = await queryFn({ signal: new AbortController().signal })
    return rows.map(({ id }) => id)
  }
  expect(await ids(lists.posts)).toEqual(['a', 'b', 'c'])
  expect(await ids({ ...lists.posts, fixed: { author: 'bob' }, narrowsHere: true })).toEqual(['b'])
})
