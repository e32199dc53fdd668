import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { listings } from '@steward/contract/areas/listings'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { between, type Condition } from './conditions.ts'

/** What a filter compares. */
export interface Filtered {
  /** The expression, on the table as `t`. */
  by: RawBuilder<unknown>
  /** The facet in the table's counter, if it has one. */
  facet?: string
  /** Set if a counter keeps the number of rows for each person. */
  people?: true
  /** When the field is empty; when it is null, by default. */
  empty?: RawBuilder<SqlBool>
  /** When the field isn't empty; the opposite of `empty` by default. */
  some?: RawBuilder<SqlBool>
}

/** What each filter compares, without `from`, `to` and `includeDeleted`, which belong to no field. */
export type FilteredBy<N extends AreaName> = Readonly<
  Record<Exclude<keyof (typeof listings)[N]['filters'], 'from' | 'to' | 'includeDeleted'>, Filtered>
>

/** The conditions of a query's filters (contract, Lists); with `match=any` it is enough that one field matches. */
export function filterConditions<N extends AreaName>(
  area: N,
  fields: FilteredBy<N>,
  query: object,
  now: RawBuilder<unknown> = sql`now()`,
): Condition[] {
  const { span }: Area = areas[area]
  const asked = query as Readonly<Record<string, unknown>>
  const each = Object.entries<Filtered>(fields)
    .map(([name, field]) => [
      ...conditionsOn(field, now, (suffix) => asked[name + suffix]),
      ...(name === span ? between(field.by, asked['from'], asked['to']) : []),
    ])
    .filter((conditions) => conditions.length > 0)
  if (asked['match'] !== 'any' || each.length < 2) return each.flat()
  const any = each.map((conditions) => {
    const all = conditions.map((condition) => condition.sql)
    return sql`(${sql.join(all, sql` and `)})`
  })
  return [{ sql: sql<SqlBool>`(${sql.join(any, sql` or `)})` }]
}

/** The conditions on one field; `of` gets what the query has under the field's name with a suffix. */
function conditionsOn(
  { by, facet, people, empty, some }: Filtered,
  now: RawBuilder<unknown>,
  of: (suffix: string) => unknown,
): Condition[] {
  const where = <T>(suffix: string, make: (asked: T) => Condition): Condition[] => {
    const asked = of(suffix)
    return asked === undefined ? [] : [make(asked as T)]
  }
  const picks = (values: readonly (string | boolean | null)[], except = false) =>
    facet ? { facet: { name: facet, values, except } } : {}
  return [
    ...where<boolean | string[]>('', (asked) =>
      typeof asked === 'boolean'
        ? { sql: sql`${by} ${asked ? sql`` : sql`is not true`}`, ...picks([asked]) }
        : {
            sql: sql`${by} in (${sql.join(asked)})`,
            ...picks(asked),
            ...(people && { people: asked }),
          },
    ),
    ...where<string[]>('.not', (values) => ({
      sql: sql`(${by} is null or ${by} not in (${sql.join(values)}))`,
      ...picks(values, true),
    })),
    // The number may be beyond the range of the column's type.
    ...where('.min', (min) => ({ sql: sql`${by} >= ${min}::bigint` })),
    ...where('.max', (max) => ({ sql: sql`${by} <= ${max}::bigint` })),
    ...between(by, of('.from'), of('.to')),
    ...where('.last', (days) => ({ sql: inDays(by, now, -Number(days)) })),
    ...where('.next', (days) => ({ sql: inDays(by, now, Number(days)) })),
    ...where<boolean>('.empty', (asked) => {
      const none = empty ?? sql<SqlBool>`${by} is null`
      const one = some ?? (empty ? sql<SqlBool>`not ${empty}` : sql<SqlBool>`${by} is not null`)
      return { sql: asked ? none : one, ...picks([null], !asked) }
    }),
  ]
}

/** Whether a time is within so many days from now, before now if negative; 0 is today (UTC). */
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
