import type { Field, Fields } from '@steward/contract/areas/field'

/** The columns of the fields that were sent, except people, other records and pictures. */
export const plainColumns = (fields: Fields, sent: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const field = fields[name]
      const isPlain = field && ![...names, 'picture', 'pictures'].includes(field.kind)
      return isPlain && value !== undefined ? [[snakeOf(name), value]] : []
    }),
  )

/** Converts a name to snake case: `dueAt` → `due_at`. */
export const snakeOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const names: readonly Field['kind'][] = ['person', 'namedPerson', 'reference', 'id', 'record']

/** The column of a field: `dueAt` → `due_at`, `payer` → `payer_id`, `deletedBy` → `deleted_by`. */
export const columnOf = (name: string, { kind }: Field): string =>
  names.includes(kind) && !name.endsWith('By') ? `${snakeOf(name)}_id` : snakeOf(name)
