import { type AreaName, areas } from '@steward/contract/areas/areas'
import { commonFields, type Field, type Fields, namesWhere } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import { columnOf } from '../db/schema/columns.ts'
import { type RecordTable, tableOf } from '../db/schema/tables.ts'

/** The area whose records a table has. */
export const areaOf = (table: RecordTable): AreaName =>
  (Object.keys(areas) as AreaName[]).find((area) => tableOf(area) === table) as AreaName

/** What a client sends for the fields of an area that a new record has to have. @param n tells it from others */
export function requiredFields(area: AreaName, n: number): Record<string, unknown> {
  const fields: Fields = areaFields[area]
  const names = namesWhere(fields, 'editable').filter(
    (name) => fields[name]?.editable === 'required',
  )
  return Object.fromEntries(names.map((name) => [name, plausible(fields[name] as Field, n)]))
}

/** The columns of an area's table that a record can't do without. */
export function requiredColumns(area: AreaName, n: number): Record<string, unknown> {
  const fields: Fields = areaFields[area]
  return Object.fromEntries(
    Object.entries(requiredFields(area, n)).map(([name, value]) => [
      columnOf(name, fields[name] as Field),
      value,
    ]),
  )
}

function plausible({ kind, label, choices }: Field, n: number): unknown {
  switch (kind) {
    case 'time':
    case 'day':
      return '2030-01-01T18:00:00.000Z'
    case 'count':
    case 'money':
      return n
    case 'flag':
      return false
    case 'currency':
      return 'EUR'
    case 'choice':
      return choices?.[0]
    default:
      return `${label} ${n}`
  }
}

/** The fields of an area that its table has a column for, but those that every record has. */
export const ownFields = (area: AreaName): [name: string, field: Field][] =>
  Object.entries<Field>(areaFields[area]).filter(
    ([name, { kind, virtual }]) =>
      !(
        name in commonFields ||
        virtual ||
        ['other', 'record', 'picture', 'pictures'].includes(kind)
      ),
  )
