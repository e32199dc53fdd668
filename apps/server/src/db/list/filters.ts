import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { listings } from '@steward/contract/areas/listings'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from './conditions.ts'

/** What a filter of a list looks at. */
export interface Filtered {
  /** An expression on the table as `t`. */
  by: RawBuilder<unknown>
  /** The facet of it that the table's counter keeps. */
  facet?: string
  /** Whether a counter keeps the number of rows of each person. */
  people?: true
  /** When there is none; where the expression is null unless given. */
  empty?: RawBuilder<SqlBool>
  /** When there is one; where it isn't empty unless given. */
  some?: RawBuilder<SqlBool>
}

/** Not looked up in a field of their own: the ends of the area's span, and what shows deleted rows. */
type NoField = 'from' | 'to' | 'includeDeleted'

/** What each filter of an area looks at; the compiler asks for all that the contract's record promises. */
export type FilteredBy<N extends AreaName> = Readonly<
  Record<Exclude<keyof (typeof listings)[N]['filters'], NoField>, Filtered>
>

type Query = Readonly<Record<string, unknown>>

/**
 * What a query asks of the fields of an area's list (contract, Lists): all of it, or with `match=any` what is asked of
 * any one field.
 * @param now what counts as now
 */
export function filterConditions<N extends AreaName>(
  area: N,
  fields: FilteredBy<N>,
  query: object,
  now: RawBuilder<unknown> = sql`now()`,
): Condition[] {
  const { span }: Area = areas[area]
  const asked = query as Query
  const each = Object.entries<Filtered>(fields)
    .map(([name, field]) => [
      ...conditionsOn(name, field, asked, now),
      ...(name === span ? betweenTimes(field.by, asked['from'], asked['to']) : []),
    ])
    .filter((conditions) => conditions.length > 0)
  if (asked['match'] !== 'any' || each.length < 2) return each.flat()
  const any = each.map((conditions) => {
    const all = conditions.map((condition) => condition.sql)
    return sql`(${sql.join(all, sql` and `)})`
  })
  return [{ sql: sql<SqlBool>`(${sql.join(any, sql` or `)})` }]
}

/** What a query asks of one field. */
function conditionsOn(
  name: string,
  field: Filtered,
  query: Query,
  now: RawBuilder<unknown>,
): Condition[] {
  const { by } = field
  const of = (suffix: string) => query[`${name}.${suffix}`]
  const [min, max, last, next] = [of('min'), of('max'), of('last'), of('next')]
  return [
    ...valueConditions(field, query[name]),
    ...withoutConditions(field, of('not')),
    // The number may be past what the column holds.
    ...(min === undefined ? [] : [{ sql: sql<SqlBool>`${by} >= ${min}::bigint` }]),
    ...(max === undefined ? [] : [{ sql: sql<SqlBool>`${by} <= ${max}::bigint` }]),
    ...betweenTimes(by, of('from'), of('to')),
    ...(last === undefined ? [] : [{ sql: inDays(by, now, -Number(last)) }]),
    ...(next === undefined ? [] : [{ sql: inDays(by, now, Number(next)) }]),
    ...emptyConditions(field, of('empty')),
  ]
}

function valueConditions({ by, facet, people }: Filtered, asked: unknown): Condition[] {
  if (asked === undefined) return []
  const isFlag = typeof asked === 'boolean'
  const values = (isFlag ? [asked] : asked) as readonly (string | boolean)[]
  const condition: Condition = {
    sql: isFlag
      ? sql<SqlBool>`${by} ${asked ? sql`` : sql`is not true`}`
      : sql<SqlBool>`${by} in (${sql.join(values)})`,
  }
  if (facet) condition.facet = { name: facet, values }
  if (people) condition.people = values as string[]
  return [condition]
}

/** What is empty is none of any values. */
function withoutConditions({ by, facet }: Filtered, asked: unknown): Condition[] {
  if (asked === undefined) return []
  const values = asked as readonly string[]
  const condition = sql<SqlBool>`(${by} is null or ${by} not in (${sql.join(values)}))`
  return [
    facet ? { sql: condition, facet: { name: facet, values, except: true } } : { sql: condition },
  ]
}

function emptyConditions({ by, facet, empty, some }: Filtered, asked: unknown): Condition[] {
  if (asked === undefined) return []
  const none = empty ?? sql<SqlBool>`${by} is null`
  const any = some ?? (empty ? sql<SqlBool>`not ${empty}` : sql<SqlBool>`${by} is not null`)
  const condition = asked ? none : any
  return [
    facet
      ? { sql: condition, facet: { name: facet, values: [null], except: !asked } }
      : { sql: condition },
  ]
}

const betweenTimes = (by: RawBuilder<unknown>, from: unknown, to: unknown): Condition[] => [
  ...(from === undefined ? [] : [{ sql: sql<SqlBool>`${by} >= ${from}::timestamptz` }]),
  ...(to === undefined ? [] : [{ sql: sql<SqlBool>`${by} <= ${to}::timestamptz` }]),
]

/** In so many days before or after now; none of them is today (UTC). */
function inDays(
  by: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
  days: number,
): RawBuilder<SqlBool> {
  if (days === 0) {
    const today = sql`date_trunc('day', ${now}, 'UTC')`
    return sql`(${by} >= ${today} and ${by} < ${today} + interval '24 hours')`
  }
  const end = sql`${now} + make_interval(hours => ${days * 24}::int)`
  return days < 0
    ? sql`(${by} >= ${end} and ${by} <= ${now})`
    : sql`(${by} >= ${now} and ${by} <= ${end})`
}
