import { expect, it } from 'vitest'
import { noteAccepted } from './accepted.ts'
import { readPagination, skipNameOf } from './pagination.ts'

const page2 = { page: 2, limit: 10, total: 41, totalPages: 5 }
const list = Array.from({ length: 10 }, () => ({}))

it.each([
  ['as the specification has it', [{ users: list, pagination: page2 }]],
  ['beside data', [list, { data: list, pagination: page2 }]],
  ['as meta, beside data', [list, { meta: { page: 2, limit: 10, totalCount: 41, pageCount: 5 } }]],
  ['within data', [{ users: list, totalCount: 41, currentPage: 2, perPage: 10, lastPage: 5 }]],
  ['by rows passed over', [{ users: list, total: 41, skip: 10, limit: 10 }]],
  ['in snake case', [list, { meta: { total_count: '41', current_page: '2', per_page: '10' } }]],
  [
    'as a page object',
    [{ users: list, pageInfo: { totalItems: 41, pageNumber: 2, pageSize: 10 } }],
  ],
])('reads what is said of pages %s', (_, holders) => {
  expect(readPagination(holders, 10)).toEqual(page2)
})

it('knows nothing without how many there are, and takes a count of the page for none', () => {
  expect(readPagination([{ users: list, page: 2 }], 10)).toBeNull()
  expect(readPagination([{ users: list, count: 4 }], 10)).toBeNull()
  expect(readPagination([null, 'text', 4], 0)).toBeNull()
})

it('takes page and size as they were asked for, where only the total is said', () => {
  const asked = { page: 2, limit: 10 }
  expect(readPagination([{ users: list, totalCount: 41 }], 10, asked)).toEqual(page2)
})

it('names what the server calls the rows passed over', () => {
  expect(skipNameOf({ data: { users: [], total: 4, skip: 0 } })).toBe('skip')
  expect(skipNameOf({ data: [], meta: { total: 4, offset: 2 } })).toBe('offset')
  expect(skipNameOf({ data: [], pagination: page2 })).toBeNull()
})

it('takes a total for one that is still counted only from a server that leaves totals for later', () => {
  const said = { pagination: { page: 1, limit: 25, total: 26, exact: false } }
  const pagination = { page: 1, limit: 25, total: 26, totalPages: 2 }
  expect(readPagination([said], 25)).toEqual(pagination)
  noteAccepted(200, () => 'later')
  expect(readPagination([said], 25)).toEqual({ ...pagination, exact: false })
  noteAccepted(200, () => null)
  expect(readPagination([said], 25)).toEqual(pagination)
})
