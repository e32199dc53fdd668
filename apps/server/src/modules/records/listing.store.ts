import type { AreaName } from '@steward/contract/areas/areas'
import { type Field, type Fields, type NamesWhere, namesWhere } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import { type RawBuilder, sql } from 'kysely'
import { inNameOrder } from '../../db/collation.ts'
import type { Filtered, FilteredBy } from '../../db/filters/filters.ts'
import { folded, type Join, type Listing, plain, type Sort } from '../../db/list/listing.ts'
import { columnOf, snakeOf } from '../../db/schema/columns.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { personColumns } from './person-reference.store.ts'

/** Parts of a list that can't be derived from the area's fields. */
export interface ListingParts {
  /** SQL expressions on `t` for fields that have no column. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Columns that are no field, such as `t.version`. */
  more?: readonly RawBuilder<unknown>[]
  /** Sorts that don't use the field's column. */
  sorts?: Readonly<Record<string, Partial<Sort>>>
  searchedPeople?: readonly string[]
  searchedAmount?: string
}

/** A list with fields as snake case columns; joins people's names and pictures for a page only. */
export function listingOf(
  fields: Fields,
  table: RecordTable,
  { computed = {}, more = [], sorts = {}, ...searched }: ListingParts,
): Listing {
  const stored = Object.entries(fields).filter(([, { virtual }]) => !virtual)
  const columns = stored.map(([name, field]) => selected(name, field, computed[name]))
  return {
    table,
    columns: sql.join([sql`t.id`, ...more, ...columns], sql`, `),
    joins: stored.flatMap(([name, field]) => joinOf(name, field)),
    sorts: Object.fromEntries(
      namesWhere(fields, 'sortable').map((name) => [
        name,
        { ...sortBy(name, fields[name] as Field, computed[name]), ...sorts[name] },
      ]),
    ),
    ...searched,
  }
}

function selected(
  name: string,
  field: Field,
  computed: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const alias = snakeOf(name)
  if (computed) return sql`${computed} as ${sql.ref(alias)}`
  const column = sql.ref(`t.${columnOf(name, field)}`)
  const named = sql.ref(`${alias}_name`)
  if (field.kind === 'person') return sql`${column}, ${personColumns(alias, alias)}`
  if (field.kind === 'reference') return sql`${column}, ${sql.ref(`${alias}.name`)} as ${named}`
  if (field.kind === 'namedPerson')
    return sql`${column}, coalesce(${sql.ref(`${alias}.name`)}, ${sql.ref(`t.${alias}_name`)}) as ${named}`
  return column
}

function joinOf(name: string, field: Field): Join[] {
  const { kind, of = 'users' } = field
  if (!['person', 'namedPerson', 'reference'].includes(kind)) return []
  return [{ table: of, as: snakeOf(name), by: columnOf(name, field) }]
}

/** What sorts by something else than the column itself. */
const orders: Partial<Record<Field['kind'], typeof plain>> = {
  line: (column) => inNameOrder(`t.${column}`),
  email: folded,
}

function sortBy(name: string, field: Field, computed: RawBuilder<unknown> | undefined): Sort {
  const column = columnOf(name, field)
  return {
    by: computed ?? orders[field.kind]?.(column) ?? plain(column),
    ...(field.nullable && { nullable: true }),
  }
}

export type OwnFilters<N extends AreaName> = {
  readonly [K in NamesWhere<(typeof areaFields)[N], 'filterable'>]?: Partial<Filtered>
}

/** The filters of an area, each by its field's column, which is its facet as well, unless `own` has another one. */
export function filteredBy<N extends AreaName>(area: N, own: OwnFilters<N>): FilteredBy<N> {
  const fields: Fields = areaFields[area]
  const others = own as Readonly<Record<string, Partial<Filtered>>>
  const entries = namesWhere(fields, 'filterable').flatMap((name) => {
    const field = fields[name] as Field
    if (field.virtual && !others[name]) return []
    const column = columnOf(name, field)
    const facet = field.filterable === 'counted' && { facet: column }
    return [[name, { by: plain(column), ...facet, ...others[name] }]]
  })
  return Object.fromEntries(entries)
}
