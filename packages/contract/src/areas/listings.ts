import type { FilterKind } from '../lists/filter-kinds.ts'
import { areaParts } from './area-parts.ts'
import { type Area, type AreaName, areas } from './areas.ts'
import { type Field, type Fields, type NamesWhere, namesWhere } from './field.ts'

export const areaFields = Object.fromEntries(
  Object.entries(areaParts).map(([name, { fields }]) => [name, fields]),
) as { [N in AreaName]: (typeof areaParts)[N]['fields'] }

/** The field that titles a record of the area: the first searchable text. */
export const titleField = (area: AreaName): string => {
  const fields: Fields = areaFields[area]
  const named = namesWhere(fields, 'searchable')
  return named.find((name) => ['line', 'note'].includes(fields[name]?.kind ?? '')) ?? '_id'
}

export interface ListAbilities
  extends Pick<Area, 'statuses' | 'unindexedTogether' | 'span' | 'search' | 'limit'> {
  /** The fields to sort by; without a sort the list is by `createdAt`, descending. */
  sorts: readonly string[]
  filters: Readonly<Record<string, FilterKind>>
  /** The filters that also have the suffix `.empty`. */
  optional?: readonly string[]
  /** The filters without an index, for which all rows may be read. */
  unindexed?: readonly string[]
}

const filterKinds = {
  line: 'text',
  note: 'text',
  email: 'text',
  person: 'person',
  namedPerson: 'person',
  reference: 'id',
  id: 'id',
  record: 'id',
  status: 'status',
  flag: 'flag',
  count: 'number',
  money: 'money',
  currency: 'currency',
  time: 'time',
  day: 'time',
} as const

type KindOf<F extends Field> = F extends { choices: infer C }
  ? C
  : F['kind'] extends keyof typeof filterKinds
    ? (typeof filterKinds)[F['kind']]
    : never

type FiltersOf<F extends Fields, A> = {
  [K in NamesWhere<F, 'filterable'>]: KindOf<F[K]>
} & (A extends { span: string } ? { from: 'from'; to: 'to' } : unknown)

type AbilitiesOf<F extends Fields, A> = {
  sorts: readonly NamesWhere<F, 'sortable'>[]
  filters: FiltersOf<F, A>
  optional: readonly (NamesWhere<F, 'filterable'> & NamesWhere<F, 'nullable'>)[]
  unindexed: readonly NamesWhere<F, 'filterable', 'unindexed'>[]
}

function withAbilities(area: Area, fields: Fields): Listed {
  const named = namesWhere(fields, 'filterable')
  const filters = named.map((name) => {
    const { kind, choices } = fields[name] as Field
    return [name, choices ?? filterKinds[kind as keyof typeof filterKinds]] as const
  })
  const ends = area.span === undefined ? {} : ({ from: 'from', to: 'to' } as const)
  return {
    ...area,
    sorts: namesWhere(fields, 'sortable'),
    filters: { ...Object.fromEntries(filters), ...ends },
    optional: named.filter((name) => fields[name]?.nullable),
    unindexed: named.filter((name) => fields[name]?.filterable === 'unindexed'),
  }
}

export type Listed = Area & ListAbilities

export const listings = Object.fromEntries(
  Object.entries(areas).map(([name, area]) => [
    name,
    withAbilities(area, areaFields[name as AreaName]),
  ]),
) as unknown as {
  [N in AreaName]: (typeof areas)[N] & AbilitiesOf<(typeof areaFields)[N], (typeof areas)[N]>
}
