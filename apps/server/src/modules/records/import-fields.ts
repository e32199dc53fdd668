import { type Field as Described, type Fields, importOf } from '@steward/contract/areas/field'
import { columnOf, snakeOf } from '../../db/schema/columns.ts'
import * as field from '../../importer/fields.ts'
import { readCurrency } from '../../importer/money.ts'
import { readEmail } from '../../importer/values.ts'

/** The import fields of an area; `own` adds what a field's kind doesn't say. */
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
      headings: [described.heading ?? described.label],
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

/** The reader of each kind of field; any other kind is read as a line. */
const readers: Partial<Record<Described['kind'], field.Reader>> = {
  note: field.long,
  email: field.readPlain(readEmail),
  flag: field.flag,
  count: field.count,
  money: field.money,
  currency: field.readPlain(readCurrency),
  time: field.time,
  day: field.time,
  person: field.person(),
  reference: field.category,
}

function readerFor(name: string, { kind, choices }: Described, statuses: readonly string[]) {
  if (kind === 'status' || kind === 'choice') return field.choice(choices ?? statuses)
  if (kind === 'namedPerson') return field.person(`${snakeOf(name)}_name`)
  return readers[kind] ?? field.line
}
