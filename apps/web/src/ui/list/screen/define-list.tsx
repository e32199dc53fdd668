import { type Field, type Fields, namesWhere } from '@steward/contract/areas/field'
import type { ReactNode } from 'react'
import type { Reference } from '../../../api/records.ts'
import { actionsColumn, choicesOf } from '../table/columns.tsx'
import type { Filter, ListDefinition } from '../url/list-definition.ts'
import { fieldOf } from '../url/list-matching.ts'

/** What a filter has that its field doesn't say; an empty one for a control of its own by the field's kind. */
type OwnFilter<T> = Readonly<Record<string, unknown>> & {
  useChoices?: () => readonly { value: string; label: string }[] | null
  nameIn?: (record: T) => string | null
  passes?: (record: T, values: readonly string[]) => boolean
}

interface ListParts<T> extends Omit<ListDefinition<T>, 'filters' | 'searchHint'> {
  searchHint?: string
  /** What can be done with a record, as a menu in a column behind the others. */
  actions?: (record: T) => ReactNode
  /** The filters with a control of their own, in their order; others are chosen from a menu. */
  filters: Readonly<Record<string, OwnFilter<T>>>
}

export function defineList<T>(fields: Fields, parts: ListParts<T>): ListDefinition<T> {
  const { columns, actions, filters, searchHint = hintOf(fields), ...definition } = parts
  return {
    ...definition,
    fields,
    searchHint,
    columns: [...columns, ...(actions ? [actionsColumn<T>(actions)] : [])],
    filters: Object.entries(filters).map(([name, own]) =>
      filterOf<T>(name, fields[name] as Field, own, definition.list.statuses),
    ),
  }
}

/** The currencies to choose from; others are named by an address alone. */
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'KWD'].map((code) => ({
  value: code,
  label: code,
}))

function hintOf(fields: Fields): string {
  const names = namesWhere(fields, 'searchable').map((name) => fields[name]?.label.toLowerCase())
  return names.length === 1 ? `Search by ${names[0]}` : `Search ${names.join(', ')}`
}

function filterOf<T>(
  name: string,
  field: Field,
  own: OwnFilter<T>,
  statuses: readonly string[],
): Filter<T> {
  const { kind, label, choices } = field
  const base = { key: name, label, ...own }
  if (own.useChoices) return { kind: 'loaded', ...base, useChoices: own.useChoices }
  switch (kind) {
    case 'status':
      return { kind: 'choices', choices: choicesOf(statuses), ...base }
    case 'choice':
      return { kind: 'choices', choices: choicesOf(choices ?? []), ...base }
    case 'currency':
      return { kind: 'choices', choices: currencies, ...base }
    case 'flag':
      return { kind: 'flag', yes: 'Yes', no: 'No', ...base }
    default:
      return {
        kind: 'id',
        nameIn: (record) => (fieldOf(record, name) as Reference | null | undefined)?.name ?? null,
        ...base,
      }
  }
}
