import type { Field } from '@steward/contract/areas/field'

/** `dueAt` → `due_at` */
export const snakeOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const names: readonly Field['kind'][] = ['person', 'namedPerson', 'reference', 'id', 'record']

/** The column of a field: `dueAt` is in `due_at`, the `payer` in `payer_id`, `deletedBy` in `deleted_by`. */
export const columnOf = (name: string, { kind }: Field): string =>
  names.includes(kind) && !name.endsWith('By') ? `${snakeOf(name)}_id` : snakeOf(name)
