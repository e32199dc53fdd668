import type { Field, Fields } from '@steward/contract/areas/field'
import { hiddenFields } from '../../db/list/state.ts'
import { columnOf, snakeOf } from '../../db/schema/columns.ts'
import type { Staff } from '../../http/session.ts'
import { type DeletedColumns, deletedFields } from './deleted.ts'
import { personOf } from './person-reference.store.ts'

export type Reader = Pick<Staff, 'permissions' | 'fieldRules' | 'scope'>

type Columns = Readonly<Record<string, unknown>>
type Read = (row: Columns) => unknown
type Hiding = { [hiddenFields]?: readonly string[] }

/** Makes the view of a record; `own` has fields that need a value of their own. */
export function viewOf<Row extends DeletedColumns, R>(
  fields: Fields,
  own: Readonly<Record<string, (row: Row, reader?: Reader) => unknown>> = {},
): (row: Row, reader?: Reader) => R {
  const stored = Object.entries(fields).filter(
    ([name, { virtual }]) =>
      !virtual && !(name in own) && !['deletedAt', 'deletedBy'].includes(name),
  )
  const readers = stored.map(([name, field]) => [name, readerOf(name, field)] as const)
  const others = Object.entries(own)
  return (row, reader) => {
    const record: Record<string, unknown> = { _id: (row as Columns)['id'] }
    for (const [name, read] of readers) record[name] = read(row as Columns)
    Object.assign(record, deletedFields(row))
    if ('version' in row) record['version'] = row.version
    for (const [name, read] of others) record[name] = read(row, reader)
    for (const name of (row as Row & Hiding)[hiddenFields] ?? []) delete record[name]
    return record as R
  }
}

function readerOf(name: string, field: Field): Read {
  const column = columnOf(name, field)
  const alias = snakeOf(name)
  const [named, image] = [`${alias}_name`, `${alias}_image`]
  const { kind, nullable } = field
  if (kind === 'person')
    return (row) => personOf(text(row[column]), text(row[named]), text(row[image]))
  if (kind === 'namedPerson')
    return (row) =>
      nullable && row[named] === null ? null : { _id: row[column], name: row[named] }
  if (kind === 'reference')
    return (row) => (row[column] ? { _id: row[column], name: row[named] ?? '' } : null)
  return (row) => row[column]
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
