import type { Row } from '../../../api/listing.ts'
import type { Choice, Filter } from '../definition/list-definition.ts'
import { comparedOf, fieldOf } from '../definition/list-matching.ts'

const none = (): readonly Choice[] => []

/** What the values of a field are called: by its choices, or by what the rows tell. A field keeps its hook for loaded choices. */
export function useNamed<T>(
  { key, choices, useChoices = none, nameIn }: Filter<T>,
  values: readonly string[],
  rows: readonly Row<T>[],
): readonly Choice[] {
  const loaded = useChoices() ?? []
  if (choices || !nameIn) return choices ?? loaded
  return values.flatMap((value) => {
    const row = rows.find(({ record }) => comparedOf(fieldOf(record, key)) === value)
    const label = row && nameIn(row.record)
    return label ? [{ value, label }] : (seen.get(value) ?? [])
  })
}

/** The names of people that were found by a search, by their ids. */
const seen = new Map<string, Choice[]>()

export function noteName(choice: Choice): void {
  seen.set(choice.value, [choice])
}

/** The name of an id that was noted; none where it wasn't. */
export const knownName = (id: string): readonly Choice[] => seen.get(id) ?? []

/** The name of an id among the choices, else the first characters of the id. */
export const nameOfId = (id: string, named: readonly Choice[]): string =>
  named.find(({ value }) => value === id)?.label ?? `${id.slice(0, 8)}…`
