import { z } from 'zod'
import type { ListAbilities } from '../areas/listings.ts'
import { component } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { areaFilters, type Filters, matching } from './filters.ts'

/** Where a page is in its list. `total` is exact unless `exact` is false; `totalPages` may be 0. */
export const pagination = component('Pagination', {
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  exact: z.literal(false).optional().meta({
    description:
      'There are at least `total`: with total=later it is not counted yet, with total=only counting takes too long',
  }),
})
export type Pagination = z.output<typeof pagination>

/** The answer of a list that has its records under `name`. */
export const pageOf = <const N extends string, R extends z.ZodType>(name: N, record: R) => {
  const records = { [name]: z.array(record) } as { [name in N]: z.ZodArray<R> }
  return { data: z.object({ ...records, pagination }) }
}

/** The answer of a list whose `data` is the array of records. */
export const plainPageOf = <R extends z.ZodType>(record: R) => ({
  data: z.array(record),
  otherFields: { pagination },
})

/** A whole number from 1 to `max`, as the text of a query. */
export const wholeNumber = (max: number, words: string) =>
  z
    .string(words)
    .regex(/^\d{1,13}$/, words)
    .transform(Number)
    .pipe(z.number().min(1, words).max(max, words))

const page = () =>
  wholeNumber(9_999_999_999_999, wording('must be a whole number from {min}', { min: 1 }))
const limit = () =>
  wholeNumber(100, wording('must be a whole number from {min} to {max}', { min: 1, max: 100 }))

/** The page and limit of a call that has no filters or search. */
export const pagingQuery = z.object({ page: page().optional(), limit: limit().optional() })

const numberAsText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** The page and limit within a body, as numbers or text. */
export const pagingBody = z.object({
  page: z.preprocess(numberAsText, page()).optional(),
  limit: z.preprocess(numberAsText, limit()).optional(),
})

export const searchText = z
  .string('must be one text')
  .max(200, wording('must have at most {max} characters', { max: 200 }))
  .refine((text) => !text.includes('\0'), 'must not hold a null character')
  .refine((text) => text.isWellFormed(), 'must not hold half a character')
  .transform((text) => text.trim())

/** A moment that isn't in the future; a day means its first moment (UTC). */
export const pastMoment = () =>
  instant()
    .refine((at) => Date.parse(at) <= Date.now(), 'must not be a time to come')
    .optional()
    .meta({
      description:
        'Shows what stood at this time, rounded down to the second; a day means its first moment (UTC). 429 beyond two moments at once by one person, 422 before the audit log begins or where more than 500,000 records of the list have changed since. Of now: who may see what, when somebody was last active, `commentCount` of tasks, and the files of pictures',
    })

/** The query of a call for one record. */
export const detailsQuery = z.object({ asOf: pastMoment() })

/**
 * @param options.order `createdAt` descending unless given
 * @param options.search the key of its search
 * @param options.limit rows a page: 25, for shopping posts 10 (section 9)
 */
export function listQuery<
  const S extends readonly string[],
  F extends z.ZodRawShape,
  const K extends 'search' | 'name' = 'search',
>(options: {
  sorts: S
  filters: F
  search?: K
  limit?: number
  order?: S[number] | `-${S[number]}`
}) {
  const sorts = options.sorts.flatMap((field) => [field, `-${field}`])
  const words = mustBeOneOf(sorts)
  return z.object({
    page: page().default(1),
    limit: limit().default(options.limit ?? 25),
    sort: z
      .enum(sorts as [S[number] | `-${S[number]}`, ...(S[number] | `-${S[number]}`)[]], words)
      .default((options.order ?? '-createdAt') as `-${S[number]}`),
    ...({ [options.search ?? 'search']: searchText.default('') } as {
      [key in K]: z.ZodDefault<typeof searchText>
    }),
    ...options.filters,
  })
}

export function areaQuery<const A extends ListAbilities>(area: A) {
  return listQuery<A['sorts'], Filters<A> & typeof ofEveryArea, SearchOf<A>>({
    ...area,
    search: (area.search ?? 'search') as SearchOf<A>,
    filters: { ...areaFilters(area), ...ofEveryArea },
  })
}

const deletions = ['none', 'only', 'all'] as const
const totals = ['exact', 'later', 'only'] as const

export type Deletion = (typeof deletions)[number]

const ofEveryArea = {
  deleted: z.enum(deletions, 'must be one of none, only, all').default('none'),
  match: matching(),
  asOf: pastMoment(),
  total: z.enum(totals, 'must be one of exact, later, only').optional().meta({
    description:
      'Whether the page waits until its total is counted; later: it need not, and `pagination.exact` is false then; only: no records, the total alone',
  }),
}

type SearchOf<A> = A extends { search: 'name' } ? 'name' : 'search'
