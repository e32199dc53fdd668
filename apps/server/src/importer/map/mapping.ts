import { nested, say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'
import type { ImportedArea } from '../fields.ts'
import type { ReadingOptions } from '../options.ts'
import { BadValue, cut } from '../values.ts'
import { closest } from './did-you-mean.ts'
import { type ColumnValue, compileTemplate, isTemplate } from './template.ts'

export type Mapping = (value: ColumnValue, columns: readonly string[]) => Record<string, string>

const normal = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/** Compiles a mapping, without `columns` where rows differ; throws an OperatorError if invalid. */
export function compileMapping(
  area: ImportedArea,
  { map = {}, set = {} }: Pick<ReadingOptions, 'map' | 'set'>,
  columns: readonly string[] | null,
): Mapping {
  const fields = Object.keys(area.fields)
  for (const field of [...Object.keys(map), ...Object.keys(set)]) {
    if (!Object.hasOwn(area.fields, field) && !area.accepts?.(field)) {
      const values = { area: area.name, field: cut(field, 60), fields: fields.join(', ') }
      const meant = closest(field, fields)
      throw new OperatorError(
        meant === undefined
          ? say('{area} have no field "{field}". They have: {fields}.', values)
          : say('{area} have no field "{field}"; did you mean "{meant}"? They have: {fields}.', {
              ...values,
              meant,
            }),
      )
    }
    if (Object.hasOwn(map, field) && Object.hasOwn(set, field))
      throw new OperatorError(
        say('The field {field} has both {map} and {set}.', { field, map: '--map', set: '--set' }),
      )
  }
  const mapped = Object.entries(map)
    .filter(([, spec]) => spec !== '')
    .map(([field, spec]) => ({ field, read: compile(spec, columns) }))
  const isGiven = (field: string) => Object.hasOwn(map, field) || Object.hasOwn(set, field)
  const free = new Map(
    fields.filter((field) => !isGiven(field)).map((field) => [normal(field), field]),
  )
  const fieldOf = (column: string) =>
    free.get(normal(column)) ?? (area.accepts?.(column) && !isGiven(column) ? column : undefined)

  let lastColumns: readonly string[] = []
  let matched: { field: string; column: string }[] = []
  return (value, present) => {
    if (present !== lastColumns) {
      lastColumns = present
      matched = present.flatMap((column) => {
        const field = fieldOf(column)
        return field ? [{ field, column }] : []
      })
    }
    const texts: Record<string, string> = { ...set }
    for (const { field, column } of matched) texts[field] = value(column) ?? ''
    for (const { field, read } of mapped) texts[field] = read(value)
    return texts
  }
}

function compile(spec: string, columns: readonly string[] | null): (value: ColumnValue) => string {
  if (!isTemplate(spec)) {
    const column = findColumn(spec, columns)
    return (value) => value(column) ?? ''
  }
  try {
    const template = compileTemplate(spec)
    const names = new Map(template.columns.map((name) => [name, findColumn(name, columns)]))
    return (value) => template.fill((name) => value(names.get(name) ?? name))
  } catch (error) {
    if (error instanceof BadValue) {
      throw new OperatorError(say('The template {problem}.', { problem: nested(error.said) }))
    }
    throw error
  }
}

const maxListed = 50

/** Finds a column by {@link columnNamed}; throws an OperatorError where there is none, or several. */
export function findColumn(name: string, columns: readonly string[] | null): string {
  const found = columnNamed(name, columns)
  if (found !== undefined) return found
  const all = columns ?? []
  const listed = all
    .slice(0, maxListed)
    .map((column) => cut(column, 60))
    .join(', ')
  const more = all.length - maxListed
  const columnsOfFile =
    more > 0 ? say('{columns} and {count} more', { columns: listed, count: String(more) }) : listed
  const values = { name: cut(name, 60), columns: columnsOfFile }
  const meant = closest(name, all)
  throw new OperatorError(
    meant === undefined
      ? say('The file has no column "{name}". It has: {columns}.', values)
      : say('The file has no column "{name}"; did you mean "{meant}"? It has: {columns}.', {
          ...values,
          meant,
        }),
  )
}

/** The column with this name, else in any case; undefined where there is none, or several. */
export function columnNamed(name: string, columns: readonly string[] | null): string | undefined {
  if (columns === null || columns.includes(name)) return name
  const wanted = normal(name)
  const found = columns.filter((column) => normal(column) === wanted)
  return found.length === 1 ? found[0] : undefined
}
