import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isId } from '../../../ids.ts'
import { badRequest } from '../protocol/scim-error.ts'
import type { Filter } from '../protocol/scim-filter.rules.ts'
import type { ResourceType } from '../protocol/scim-schemas.ts'
import { attributePath, notComparable, notFilterable } from './scim-query.rules.ts'

type Compare = Extract<Filter, { compValue: unknown }>
type Condition = RawBuilder<SqlBool>

/** What a filter may ask of an attribute, as SQL. */
export type Filterable =
  /** Text whose case doesn't matter; the expression has to be one of `steward_key`. */
  | { kind: 'text'; of: RawBuilder<unknown> }
  /** Text whose case matters. */
  | { kind: 'exact'; of: RawBuilder<unknown> }
  | { kind: 'id'; of: RawBuilder<unknown> }
  | { kind: 'flag'; of: RawBuilder<unknown> }
  | { kind: 'time'; of: RawBuilder<unknown> }
  /** One of several values, only to be asked for as a whole. */
  | { kind: 'member'; is: (value: string) => Condition }

/** By the path of the attribute in lower case. */
export type Filterables = Readonly<Record<string, Filterable>>

const never: Condition = sql<SqlBool>`false`

/** The condition that a filter is; throws `invalidFilter` for what can't be asked. */
export function conditionOf(
  type: ResourceType,
  filterables: Filterables,
  filter: Filter,
  within = '',
): Condition {
  const inner = (each: Filter, path = within) => conditionOf(type, filterables, each, path)
  switch (filter.op) {
    case 'and':
    case 'or': {
      const glue = filter.op === 'and' ? sql` and ` : sql` or `
      return sql<SqlBool>`(${sql.join(
        filter.filters.map((each) => inner(each)),
        glue,
      )})`
    }
    case 'not':
      return sql<SqlBool>`(not ${inner(filter.filter)})`
    case '[]':
      if (within) throw notFilterable(filter.attrPath)
      return inner(filter.valFilter, `${attributePath(type, filter.attrPath)}.`)
    default: {
      const path = `${within}${attributePath(type, filter.attrPath)}`
      const known = Object.hasOwn(filterables, path) ? filterables[path] : undefined
      if (!known) throw notFilterable(filter.attrPath)
      const condition =
        filter.op === 'pr' ? presenceOf(known, path) : comparison(known, path, filter)
      // What is unknown isn't so, and its contrary is.
      return sql<SqlBool>`coalesce(${condition}, false)`
    }
  }
}

function presenceOf(known: Filterable, path: string): Condition {
  if (known.kind === 'member') throw notComparable(path, 'pr')
  return sql<SqlBool>`${known.of} is not null`
}

function comparison(known: Filterable, path: string, { op, compValue }: Compare): Condition {
  if (known.kind === 'member') {
    if (op !== 'eq' || typeof compValue !== 'string') throw notComparable(path, op)
    return known.is(compValue)
  }
  if (compValue === null) {
    if (op === 'eq') return sql<SqlBool>`${known.of} is null`
    if (op === 'ne') return sql<SqlBool>`${known.of} is not null`
    throw notComparable(path, op)
  }
  if (known.kind === 'flag') {
    const text = String(compValue).toLowerCase()
    if ((op !== 'eq' && op !== 'ne') || !['true', 'false'].includes(text)) {
      throw notComparable(path, op)
    }
    return sql<SqlBool>`${known.of} = ${(text === 'true') === (op === 'eq')}::boolean`
  }
  if (typeof compValue !== 'string') throw notComparable(path, op)
  if (known.kind === 'time') return timeCondition(known.of, path, op, compValue)
  if (known.kind === 'id') {
    if (op !== 'eq' && op !== 'ne') throw notComparable(path, op)
    if (!isId(compValue)) return op === 'eq' ? never : sql<SqlBool>`true`
    return op === 'eq'
      ? sql<SqlBool>`${known.of} = ${compValue}::uuid`
      : sql<SqlBool>`${known.of} <> ${compValue}::uuid`
  }
  return textCondition(known, path, op, compValue)
}

const symbols: Readonly<Record<string, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  eq: '=',
  ne: '<>',
}

function timeCondition(
  of: RawBuilder<unknown>,
  path: string,
  op: string,
  value: string,
): Condition {
  const symbol = symbols[op]
  const time = Date.parse(value)
  const isTime = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/i.test(value)
  if (!symbol) throw notComparable(path, op)
  if (!isTime || Number.isNaN(time)) {
    throw badRequest('invalidFilter', 'A filter names a time like 2026-01-31T12:00:00Z.')
  }
  return sql<SqlBool>`${of} ${sql.raw(symbol)} ${new Date(time).toISOString()}::timestamptz`
}

function textCondition(
  { kind, of }: Extract<Filterable, { kind: 'text' | 'exact' }>,
  path: string,
  op: string,
  value: string,
): Condition {
  // PostgreSQL can't hold it, so no text has it.
  if (value.includes('\0')) return never
  const keyed = (text: string) =>
    kind === 'text' ? sql`(steward_key(${text}) collate "C")` : sql`${text}::text`
  if (op === 'eq') return sql<SqlBool>`${of} = ${keyed(value)}`
  if (op === 'ne') return sql<SqlBool>`${of} is distinct from ${keyed(value)}`
  const escaped = value.replaceAll(/[\\%_]/g, '\\$&')
  if (op === 'sw') return sql<SqlBool>`${of} like ${keyed(`${escaped}%`)}`
  if (op === 'ew') return sql<SqlBool>`${of} like ${keyed(`%${escaped}`)}`
  if (op === 'co') return sql<SqlBool>`${of} like ${keyed(`%${escaped}%`)}`
  throw notComparable(path, op)
}
