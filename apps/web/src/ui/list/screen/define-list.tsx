import type { Field, Fields } from '@steward/contract/areas/field'
import { msg } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import type { Reference } from '../../../api/answers/records.ts'
import type { Filter, ListDefinition } from '../definition/list-definition.ts'
import { fieldOf } from '../definition/list-matching.ts'
import { actionsColumn, choicesOf, flagChoices } from '../table/columns.tsx'

interface ListParts<T> extends Omit<ListDefinition<T>, 'filters'> {
  /** What can be done with a record, as a menu in a column behind the others. */
  actions?: (record: T) => ReactNode
  /** The filters with something that their fields don't say, in their order; others are chosen from a menu. */
  filters: Readonly<Record<string, Partial<Filter<T>>>>
}

export function defineList<T>(fields: Fields, parts: ListParts<T>): ListDefinition<T> {
  const { columns, actions, filters, ...definition } = parts
  return {
    ...definition,
    fields,
    columns: [...columns, ...(actions ? [actionsColumn<T>(actions)] : [])],
    filters: Object.entries(filters).map(([name, own]) =>
      filterOf<T>(name, fields[name] as Field, own, definition.list.statuses),
    ),
  }
}

/** The currencies to choose from; others are named by an address alone. */
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'KWD'].map((value) => ({
  value,
  label: value,
}))

function filterOf<T>(
  name: string,
  field: Field,
  own: Partial<Filter<T>>,
  statuses: readonly string[],
): Filter<T> {
  const choices = choicesIn(field, statuses)
  const nameIn = (record: T) => fieldOf<Reference>(record, name)?.name ?? null
  const named = own.useChoices ? {} : choices ? { choices } : { nameIn }
  return { key: name, label: field.label, ...named, ...own }
}

function choicesIn({ kind, choices }: Field, statuses: readonly string[]) {
  if (kind === 'status') return choicesOf(statuses)
  if (kind === 'choice') return choicesOf(choices ?? [])
  if (kind === 'currency') return currencies
  return kind === 'flag' ? flagChoices(msg('Yes'), msg('No')) : undefined
}
