import type { AreaName } from '@steward/contract/areas/areas'
import type { Fields } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import {
  areaOfSubmodule,
  type FieldRule,
  type RowCondition,
  type Where,
} from '@steward/contract/permissions/conditions'
import { msg, t } from '@steward/i18n/reader'
import { inRow, inSentence, withoutCapital } from '../../ui/format/phrases.ts'
import { askedFields, type FilterField } from '../../ui/list/definition/filter-fields.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { knownName } from '../../ui/list/filters/filter-names.ts'
import { currencyOf, sentence } from '../../ui/list/filters/filter-sentence.ts'
import { conditionDefinition } from './condition-definition.ts'
import { permissionText, submoduleText } from './permission-text.ts'

/** The nouns of submodules for which no area has the noun of its own. */
const nouns: Readonly<Record<string, string>> = {
  'Polls and surveys': msg('polls and surveys'),
  'Feed posts': msg('feed posts'),
  'Saved views': msg('saved views'),
}

/** What the permissions of a submodule are about, in the plural: `bills`. */
export const thingsOf = (submodule: string): string =>
  t(nouns[submodule] ?? submodule.toLowerCase())

/** Words as a sentence has several things: `notes, payer and amount`. */
export function andWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  const some = words.slice(0, -1)
  // i18n: “delete bills, create bills and edit bills”
  return some.length > 0 ? t('{some} and {last}', { some: inRow(some), last }) : last
}

/** The filters of a condition as a list's state has them. */
export const filtersOf = (where: Where): Record<string, string[]> =>
  Object.fromEntries(Object.entries(where).map(([key, value]) => [key, [value].flat()]))

/** The values of a filter that the choices of its field name, that have been seen by name, or else that are `unknown`. */
const namedIn = (
  { choices }: FilterField<unknown>,
  values: readonly string[],
  unknown: readonly Choice[],
): Choice[] => [...(choices ?? []), ...values.flatMap((value) => knownName(value)), ...unknown]

/**
 * What a condition asks for, as a sentence goes on after “bills with”: `amount at most 500.00 and payer is me`. Ids are
 * named as far as their names are known ({@link ConditionText} loads them).
 * @param unknown what is said of ids whose names can't be had
 */
export function whereWords(area: AreaName, where: Where, unknown: readonly Choice[] = []): string {
  const definition = conditionDefinition(area)
  const filters = filtersOf(where)
  const currency = currencyOf(filters)
  const parts = askedFields(definition, filters).map(({ field, asked }) => {
    const named = namedIn(field, [...(asked.is ?? []), ...(asked.not ?? [])], unknown)
    return t('{field} {condition}', {
      field: withoutCapital(field.label),
      condition: sentence(field, asked, named, currency),
    })
  })
  if (filters['match']?.[0] !== 'any') return andWords(parts)
  // i18n: conditions, any one of which is enough, such as “status is Due or amount at most 5.00”
  return parts.reduce((one, other) => t('{one} or {other}', { one, other }))
}

/** The rows that a permission is for: `only bills with amount at most 500.00`; any one of the conditions is enough. */
export function conditionWords(
  submodule: string,
  area: AreaName,
  wheres: readonly Where[],
  unknown: readonly Choice[] = [],
): string {
  return t(
    // i18n: {things} is such as “bills”, {conditions} such as “amount at most 500.00 and payer is me”
    'only {things} with {conditions}',
    {
      things: thingsOf(submodule),
      conditions: wheres
        .map((where) => whereWords(area, where, unknown))
        .reduce((one, other) => t('{one}, or with {other}', { one, other })),
    },
  )
}

/** The area of a condition or a rule; null for one of another server. */
export const areaOfRule = ({ module, submodule }: Pick<RowCondition, 'module' | 'submodule'>) =>
  areaOfSubmodule(module, submodule)?.area ?? null

/** A condition with its permission: `Operations · Bills · edit: only bills with status is Due`. */
export function permittedWords({ where, ...of }: RowCondition): string {
  const area = areaOfRule(of)
  const records = area ? conditionWords(of.submodule, area, [where]) : JSON.stringify(where)
  return t('{permission}: {rule}', { permission: permissionText(of), rule: records })
}

/** A field rule with what it is about: `Operations · Bills: without notes`. */
export const ruleWords = (rule: FieldRule): string =>
  t('{permission}: {rule}', {
    permission: submoduleText(rule.module, rule.submodule),
    rule: fieldRuleWords(rule),
  })

/** The names of fields in the middle of a sentence. */
const fieldWords = (area: AreaName, names: readonly string[]): string => {
  const fields: Fields = areaFields[area]
  return andWords(names.map((name) => inSentence(fields[name]?.label ?? name)))
}

/** Which fields are hidden or read-only: `without notes and payer; amount read-only`; empty for none. */
export function fieldRuleWords(rule: FieldRule): string {
  const area = areaOfRule(rule)
  if (!area) return ''
  const { hidden, readOnly } = rule
  const parts = [
    // i18n: {fields} is such as “notes and payer”
    hidden.length > 0 && t('without {fields}', { fields: fieldWords(area, hidden) }),
    // i18n: {fields} is such as “amount and status”, which can’t be changed
    readOnly.length > 0 && t('{fields} read-only', { fields: fieldWords(area, readOnly) }),
  ].filter((part) => part !== false)
  return parts.join(t('; ', {}, 'between two parts of a sentence'))
}
