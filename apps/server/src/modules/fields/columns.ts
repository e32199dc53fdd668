import type { Field, Fields } from '@steward/contract/field'

/** `dueAt` → `due_at` */
export const snakeOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const names: readonly Field['kind'][] = ['person', 'namedPerson', 'reference', 'id', 'record']

/** The column of a field: `dueAt` is in `due_at`, the `payer` in `payer_id`, `deletedBy` in `deleted_by`. */
export const columnOf = (name: string, { kind }: Field): string =>
  names.includes(kind) && !name.endsWith('By') ? `${snakeOf(name)}_id` : snakeOf(name)

/** The columns of what was sent of a record, for the fields whose column holds the value as it is. */
export function columnsOf<F extends Fields>(
  fields: F,
  sent: Readonly<{ [K in keyof F]?: unknown }>,
): Record<string, unknown> {
  const own = Object.entries(fields).filter(
    ([name, { kind }]) => sent[name] !== undefined && !names.includes(kind),
  )
  return Object.fromEntries(own.map(([name, field]) => [columnOf(name, field), sent[name]]))
}
