import { type Fields, namesWhere } from '@steward/contract/areas/field'
import { amountTexts } from '../../format/amount-texts.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { fieldOf, plain } from '../definition/list-matching.ts'

/**
 * What the search of a list looks through of a record, ready to be compared; all of its texts, the id among them, where
 * it has nothing of that.
 */
export function searchedTexts<T>(definition: ListDefinition<T>, record: T): string {
  const own = (
    definition.searched?.(record) ?? textsOfFields(definition.fields ?? {}, record)
  ).filter(isText)
  const texts = own.length > 0 ? own : Object.values(record as object).filter(isText)
  return texts.map(plain).join('\n')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function textsOfFields(fields: Fields, record: unknown): unknown[] {
  return namesWhere(fields, 'searchable').flatMap((name) => {
    const value = fieldOf(record, name)
    const kind = fields[name]?.kind
    if (kind === 'money') return amountTexts(value, fieldOf(record, 'currency'))
    if (kind === 'person' || kind === 'namedPerson') return fieldOf<unknown>(value ?? {}, 'name')
    return value
  })
}
