import { type Field as Described, type Fields, importOf } from '@steward/contract/areas/field'
import * as field from '../../import/fields.ts'
import { readCurrency } from '../../import/money.ts'
import { readEmail } from '../../import/values.ts'
import { columnOf, snakeOf } from './columns.ts'
import { type Column, flag, money, number, text, time } from './export-columns.ts'

type Values = Readonly<Record<string, unknown>>

/** The columns of an area's exported file that come first. */
const first = ['createdAt', 'updatedAt', 'deletedAt', 'deletedBy']

/**
 * The columns of an area's exported file, from its fields; what every record has comes first.
 * @param own writes fields whose kind says too little
 */
export function exportColumnsOf<R>(
  fields: Fields,
  own: Readonly<Record<string, (record: R) => string | null>> = {},
): Record<string, Column<R>> {
  const names = [...first, ...Object.keys(fields).filter((name) => !first.includes(name))]
  const columns = names.flatMap((name) => {
    const described = fields[name]
    if (!described || described.virtual || described.exported === false) return []
    const { heading = described.label } = described
    const write = own[name]
    return [[name, write ? text(heading, write) : columnFor(name, heading, described)]]
  })
  return {
    _id: text('ID', (record) => (record as { _id: string })._id),
    ...Object.fromEntries(columns),
  }
}

function columnFor(name: string, heading: string, { kind }: Described): Column<Values> {
  const of = <T>(record: Values) => record[name] as T
  switch (kind) {
    case 'time':
    case 'day':
      return time(heading, (record) => of<string | null | undefined>(record) ?? null)
    case 'count':
      return number(heading, of<number | null>)
    case 'flag':
      return flag(heading, of<boolean>)
    case 'money':
      return money<Values & { currency: string }>(heading, of<number>) as Column<Values>
    case 'person':
    case 'namedPerson':
    case 'reference':
      return text(heading, (record) => of<{ name: string } | null | undefined>(record)?.name)
    case 'pictures':
      return text(heading, (record) => of<string[]>(record).join('\n'))
    default:
      return text(heading, of<string | null>)
  }
}

/**
 * How files are read into an area's fields, as far as they are importable.
 * @param statuses the area's own
 * @param own says what differs from what the kind of a field says
 */
export function importFieldsOf(
  fields: Fields,
  statuses: readonly string[],
  own: Readonly<Record<string, Partial<field.Field>>> = {},
): Record<string, field.Field> {
  const entries = Object.entries(fields).flatMap(([name, described]) => {
    const importable = importOf(described)
    if (!importable) return []
    const imported: field.Field = {
      reader: readerFor(name, described, statuses),
      column: columnOf(name, described),
      ...(importable === 'required' && { required: true }),
      ...(importable === 'generated' && { made: true }),
      ...(importable === 'newOnly' && { newOnly: true }),
      ...(typeof importable === 'object' && { fallback: importable.default }),
      ...own[name],
    }
    return [[name, imported]]
  })
  return Object.fromEntries(entries)
}

function readerFor(
  name: string,
  { kind, choices }: Described,
  statuses: readonly string[],
): field.Reader {
  switch (kind) {
    case 'note':
      return field.long
    case 'email':
      return field.readPlain(readEmail)
    case 'status':
    case 'choice':
      return field.choice(choices ?? statuses)
    case 'flag':
      return field.flag
    case 'count':
      return field.count
    case 'money':
      return field.money
    case 'currency':
      return field.readPlain(readCurrency)
    case 'time':
    case 'day':
      return field.time
    case 'person':
      return field.person()
    case 'namedPerson':
      return field.person(`${snakeOf(name)}_name`)
    case 'reference':
      return field.category
    default:
      return field.line
  }
}
