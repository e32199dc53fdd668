import { applyQuery } from './filters.ts'
import type { SpecOnlyOptions } from './options.ts'
import type { Kind, SpecOnlyRecord } from './records.ts'

/** A list as specification section 7 names it. */
export interface ListShape {
  kind: Kind
  /** Its name under `data`. */
  name: string
  /**
   * What `data` is: an object with the list under its name, an array, or not said: then an array,
   * unless there is something to say beside the list.
   */
  data: 'object' | 'array' | 'unsaid'
}

const positive = (text: string | null, otherwise: number) => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

/**
 * The body of a list's answer in the variant of the options.
 * @param rows everything that the list has
 */
export function listBody(
  shape: ListShape,
  rows: SpecOnlyRecord[],
  query: URLSearchParams,
  options: SpecOnlyOptions,
): object {
  const found = options.filters === 'honoured' ? applyQuery(shape.kind, rows, query) : rows
  const limit = positive(query.get('limit'), 25)
  const page = positive(query.get('page'), 1)
  const skip = positive(query.get('skip'), 0)
  const at = (from: number) => found.slice(from, from + limit)
  const total = found.length
  const totalPages = Math.ceil(total / limit)
  const said = (numbers: Record<string, number>) => asWritten(numbers, options)
  switch (options.paging) {
    case 'whole':
      return { data: plain(shape, found) }
    case 'silent':
      return { data: plain(shape, at((page - 1) * limit)) }
    case 'meta': {
      const meta = said({ page, limit, totalCount: total, pageCount: totalPages })
      return { data: plain(shape, at((page - 1) * limit)), meta }
    }
    case 'pagination': {
      const pagination = said({ page, limit, total, totalPages })
      return beside(shape, at((page - 1) * limit), { pagination })
    }
    case 'totalCount':
      return beside(shape, at((page - 1) * limit), said({ totalCount: total }))
    case 'skip':
      return beside(shape, at(skip), said({ total, skip, limit }))
  }
}

/** The one list that the specification pages itself: page 1 and a limit of 10 unless asked otherwise. */
export function shoppingPostsBody(
  rows: SpecOnlyRecord[],
  query: URLSearchParams,
  options: SpecOnlyOptions,
): object {
  const shown = query.get('includeDeleted') === 'true' ? rows : rows.filter((r) => !r['deletedAt'])
  const found = options.filters === 'honoured' ? applyQuery('shoppingPosts', shown, query) : shown
  const limit = positive(query.get('limit'), 10)
  const page = positive(query.get('page'), 1)
  const total = found.length
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  const posts = found.slice((page - 1) * limit, page * limit)
  return { data: { posts, pagination: asWritten(pagination, options) } }
}

const plain = ({ data, name }: ListShape, rows: SpecOnlyRecord[]) =>
  data === 'object' ? { [name]: rows } : rows

const beside = ({ data, name }: ListShape, rows: SpecOnlyRecord[], more: object) =>
  data === 'array' ? { data: rows, ...more } : { data: { [name]: rows, ...more } }

const asWritten = (numbers: Record<string, number>, { numbersAsText }: SpecOnlyOptions) =>
  numbersAsText
    ? Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]))
    : numbers
