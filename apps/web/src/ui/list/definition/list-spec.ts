import type { Area } from '@steward/contract/areas/areas'
import type { ListAbilities } from '@steward/contract/areas/listings'
import {
  type FilterKind as AreaFilterKind,
  hasPlain,
  maxDays,
  type Optional,
  type Suffix,
  type SuffixOf,
  suffixesOf,
  type Unplain,
} from '@steward/contract/lists/filter-kinds'
import type { ListName, SentQuery } from '../../../api/listing.ts'
import {
  type Field,
  oneOf,
  type SearchOf,
  text,
  textLike,
  texts,
  wholeNumber,
} from '../../links/url-params.ts'

/** How a filter is read; a switch is on or absent, a moment is a day or a time. */
type FilterKind = AreaFilterKind | 'switch' | 'moment'

/** What a list is to its address and its server; light enough for the router. */
export interface ListSpec
  extends Pick<Area, 'one' | 'many' | 'count' | 'title'>,
    Omit<ListAbilities, 'filters'> {
  /** Its name in local storage. */
  name: string
  /** The call that answers with it. */
  call: ListName
  /** The filters that its address may contain. */
  filters: Readonly<Record<string, FilterKind>>
  /** Whether its filters take suffixes, and `match=any`, as those of areas do. */
  suffixes?: true
  /** What it shows while its address says nothing else; `filters=none` says that it is everything. */
  first?: FirstView | undefined
  /** `-createdAt` unless given. */
  sort?: string
  /** The views that it has besides rows. */
  views?: readonly string[]
  /** Whether it can show deleted records in place of the others (`deleted=only`), or shows those alone. */
  trash?: 'switch' | 'only'
  /** Whether it can show its records as of a time in the past (`asOf`). */
  past?: true
  /** Parameters of all its queries, such as the person whose records these are. */
  fixed?: SentQuery
  /** Whether those are also applied in the browser, if a server sends its whole list. */
  narrowsHere?: boolean
  /** Every search is a call, even where the whole list is here (specification section 7, roles). */
  asksSearch?: true
  /** Changes what is sent; used for the roles, whose search is special (specification section 7). */
  send?: (query: SentQuery, state: ListState) => SentQuery
}

/** A sensible beginning of a list: filters that can be taken away like any others, and an order. */
export interface FirstView {
  name: string
  filters: Readonly<Record<string, readonly string[]>>
  sort: string
}

export interface ListState {
  /** The page, from 1. */
  page: number
  limit: number
  search: string
  /** The sort: `field` for ascending, `-field` for descending order. */
  sort: string
  filters: Readonly<Record<string, readonly string[]>>
  /** Whether everything is shown where the list begins with filters. */
  whole?: boolean
  /** The columns shown, or null for those shown at first. */
  columns: readonly string[] | null
  /** The id of the record in the drawer. */
  open: string | null
}

type Sort<L extends ListSpec> = L['sorts'][number] | `-${L['sorts'][number]}`
type OneValue = { flag: boolean; switch: true; from: string; to: string; moment: string }
type Word<L extends ListSpec, K> = K extends 'status'
  ? L['statuses'][number]
  : K extends readonly (infer V)[]
    ? V
    : string
type Value<L extends ListSpec, K> = K extends keyof OneValue ? OneValue[K] : readonly Word<L, K>[]

type BasicFields<S extends string> = {
  page: Field<number>
  limit: Field<number>
  sort: Field<S>
  columns: Field<readonly string[]>
  open: Field<string>
  /** The id of the record whose form is open, or `new`. */
  edit: Field<string>
}

/** The search that every list's address has, whatever its sorts; search and filters come to it. */
export type ListSearch = SearchOf<BasicFields<string>>

/** The search of a list's address, key by key. */
export type ListFields<L extends ListSpec> = BasicFields<Sort<L>> & {
  [K in keyof L['filters'] as L['filters'][K] extends Unplain ? never : K]: Field<
    Value<L, L['filters'][K]>
  >
} & Record<L extends { search: infer S extends string } ? S : 'search', Field<string>> &
  (L extends { views: readonly (infer V)[] } ? { view: Field<V> } : unknown) &
  (L extends { trash: 'switch' } ? { deleted: Field<'only'> } : unknown) &
  (L extends { past: true } ? { asOf: Field<string> } : unknown) &
  (L extends { suffixes: true } ? SuffixFields<L> & { match: Field<'any'> } : unknown) &
  (L extends { first: object } ? { filters: Field<'none'> } : unknown)

type SuffixFields<L extends ListSpec> = {
  [F in keyof L['filters'] & string as
    | `${F}.${SuffixOf<L['filters'][F]>}`
    | `${F & Optional<L>}.empty`]: Field<string | readonly string[]>
}

const dateLike =
  (form: RegExp): Field<string> =>
  (value) => {
    const one = textLike(form)(value)
    return one !== undefined && !Number.isNaN(Date.parse(one)) ? one : undefined
  }

const day = dateLike(/^\d{4}-\d{2}-\d{2}$/)

/** Reads a day, or a time as ISO 8601 in UTC. */
export const moment = dateLike(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/)

const wholeAmount = textLike(/^-?\d{1,15}$/)

const days: Field<string> = (value) => {
  const one = textLike(/^\d{1,4}d$/)(value)
  return one !== undefined && Number.parseInt(one, 10) <= maxDays ? one : undefined
}

/** How the value of each suffix is read. */
const suffixFields: Readonly<Record<Exclude<Suffix, 'not'>, Field<string>>> = {
  min: wholeAmount,
  max: wholeAmount,
  from: moment,
  to: moment,
  last: days,
  next: days,
  empty: oneOf(['true', 'false']),
}

const several =
  (accepts: (word: string) => boolean): Field<string[]> =>
  (value) => {
    const words = (texts(value) ?? []).filter(accepts).slice(0, 100)
    return words.length > 0 ? words : undefined
  }

function filterField(kind: FilterKind, { statuses }: ListSpec): Field<unknown> {
  if (kind === 'from' || kind === 'to') return day
  if (kind === 'moment') return moment
  if (kind === 'currency') return several((word) => /^[A-Z]{3}$/.test(word))
  if (kind === 'id' || kind === 'person')
    return several((word) => word.trim() !== '' && word.length <= 100)
  if (kind === 'flag') {
    return (value) => {
      const word = oneOf(['true', 'false'])(value)
      return word && word === 'true'
    }
  }
  if (kind === 'switch') return (value) => text(value) === 'true' || undefined
  const words = kind === 'status' ? statuses : kind
  return several((word) => words.includes(word))
}

/** How each key of a list's address is read. */
export function listFields<const L extends ListSpec>(list: L): ListFields<L> {
  const fields: Record<string, Field<unknown>> = {
    page: wholeNumber(1_000_000_000),
    limit: wholeNumber(100),
    sort: oneOf(list.sorts.flatMap((field) => [field, `-${field}`])),
    columns: texts,
    open: text,
    edit: text,
    [list.search ?? 'search']: (value) => text(value)?.slice(0, 200),
  }
  if (list.trash === 'switch') fields['deleted'] = oneOf(['only'])
  if (list.past) fields['asOf'] = moment
  if (list.views) fields['view'] = oneOf(list.views)
  if (list.first) fields['filters'] = oneOf(['none'])
  return Object.assign(fields, filterFields(list)) as ListFields<L>
}

/** How each key of a list's filters is read, those with suffixes too. */
export function filterFields(list: ListSpec): Record<string, Field<unknown>> {
  const fields: Record<string, Field<unknown>> = {}
  for (const [key, kind] of Object.entries(list.filters)) {
    const isOwn = kind === 'switch' || kind === 'moment'
    if (isOwn || hasPlain(kind)) fields[key] = filterField(kind, list)
    if (!list.suffixes || isOwn) continue
    for (const suffix of suffixesOf(kind)) {
      fields[`${key}.${suffix}`] = suffix === 'not' ? filterField(kind, list) : suffixFields[suffix]
    }
    if (list.optional?.includes(key)) fields[`${key}.empty`] = suffixFields.empty
  }
  if (list.suffixes) fields['match'] = oneOf(['any'])
  return fields
}
