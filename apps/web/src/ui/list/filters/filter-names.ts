import type { Row } from '../../../api/listing.ts'
import type { FilterField } from '../url/filter-fields.ts'
import type { Choice } from '../url/list-definition.ts'
import { comparedOf, fieldOf } from '../url/list-matching.ts'

const none = (): readonly Choice[] => []

/** What the values of a field are called: by its choices, or by what the rows tell. A field keeps its hook for loaded choices. */
export function useNamed<T>(
  { name, filter }: Pick<FilterField<T>, 'name' | 'filter'>,
  values: readonly string[],
  rows: readonly Row<T>[],
): readonly Choice[] {
  const useChoices = filter?.kind === 'loaded' ? filter.useChoices : none
  const loaded = useChoices()
  if (filter?.kind === 'choices') return filter.choices
  if (filter?.kind === 'flag')
    return [
      { value: 'true', label: filter.yes },
      { value: 'false', label: filter.no },
    ]
  if (filter?.kind === 'loaded') return loaded ?? []
  if (filter?.kind !== 'id' && filter?.kind !== 'searched') return []
  return values.flatMap((value) => {
    const row = rows.find(({ record }) => comparedOf(fieldOf(record, name)) === value)
    const label = row && filter.nameIn(row.record)
    return label ? [{ value, label }] : (seen.get(value) ?? [])
  })
}

/** The names of people that were found by a search, by their ids. */
const seen = new Map<string, Choice[]>()

export function noteName(choice: Choice): void {
  seen.set(choice.value, [choice])
}

/** The name of an id among the choices, else the first characters of the id. */
export const nameOfId = (id: string, named: readonly Choice[]): string =>
  named.find(({ value }) => value === id)?.label ?? `${id.slice(0, 8)}…`
