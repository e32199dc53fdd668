import { type Field as Described, type Fields, importOf } from '@steward/contract/areas/field'
import * as field from '../../import/fields.ts'
import { readCurrency } from '../../import/money.ts'
import { readEmail } from '../../import/values.ts'
import { columnOf, snakeOf } from './columns.ts'

/** @param own what the kind of a field doesn't say */
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
