import type { Pagination } from '@steward/contract/lists/listing'
import { canLeaveTotal } from './accepted.ts'
import { isObject, numberOf } from './read.ts'

/** Where servers say how a list is paged, beside the list itself. */
const places = ['pagination', 'meta', 'paging', 'pageInfo', 'page_info']

/** What servers call the same thing; the contract's own names first. */
const names = {
  total: ['total', 'totalCount', 'totalItems', 'totalRecords', 'total_count', 'count'],
  page: ['page', 'currentPage', 'pageNumber', 'current_page'],
  limit: ['limit', 'pageSize', 'perPage', 'itemsPerPage', 'take', 'page_size', 'per_page'],
  totalPages: ['totalPages', 'pageCount', 'lastPage', 'pages', 'total_pages', 'last_page'],
  skip: ['skip', 'offset'],
} as const

/**
 * Reads what a server says of a list's pages. The specification names it for shopping posts alone
 * (section 3: page, limit, total, totalPages); others have names and places of their own.
 * @param holders what may hold it: the answer's `data`, and the answer
 * @param length how many rows came
 * @param asked the page and the rows that were asked for, which stand where the server says neither
 * @returns null if nothing is said of how many there are; what else is missing is completed
 */
export function readPagination(
  holders: readonly unknown[],
  length: number,
  asked: { page?: number; limit?: number | null } = {},
): Pagination | null {
  for (const said of candidates(holders)) {
    const total = wholeOf(said, 'total', 0)
    // Some servers say `count` of the rows on the page.
    if (total === null || total < length) continue
    const limit = wholeOf(said, 'limit', 1) ?? asked.limit ?? Math.max(length, 1)
    const skip = wholeOf(said, 'skip', 0)
    const page =
      wholeOf(said, 'page', 1) ?? (skip === null ? (asked.page ?? 1) : Math.floor(skip / limit) + 1)
    const totalPages = wholeOf(said, 'totalPages', 0) ?? Math.ceil(total / limit)
    // Of a server that can’t leave a total for later it says something else.
    const isLeft = said['exact'] === false && canLeaveTotal()
    return { page, limit, total, totalPages, ...(isLeft && { exact: false as const }) }
  }
  return null
}

/** The name under which a server says how many rows it has passed over; null where it doesn't. */
export function skipNameOf(answer: unknown): string | null {
  const data = isObject(answer) ? answer['data'] : null
  for (const said of candidates([data, answer])) {
    const name = names.skip.find((each) => numberOf(said[each]) !== null)
    if (name) return name
  }
  return null
}

function candidates(holders: readonly unknown[]): Record<string, unknown>[] {
  const objects = holders.filter(isObject)
  return [...objects.flatMap((each) => places.map((place) => each[place])), ...objects].filter(
    isObject,
  )
}

function wholeOf(
  said: Record<string, unknown>,
  what: keyof typeof names,
  min: number,
): number | null {
  for (const name of names[what]) {
    const number = numberOf(said[name])
    if (number !== null && Number.isInteger(number) && number >= min) return number
  }
  return null
}
