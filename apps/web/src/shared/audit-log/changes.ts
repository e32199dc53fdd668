import { actionWords } from '@steward/contract/permissions/permission-words'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import { textOf } from '../../api/read.ts'
import { grantedNames } from '../permissions/granted.ts'
import { type AuditField, fieldOf, placeOf } from './fields.ts'

export interface FieldChange {
  name: string
  field: AuditField
  before: unknown
  after: unknown
}

export interface Changes {
  /** `changed` has values of both sides; the other kinds have only fields with a value. */
  kind: 'changed' | 'created' | 'deleted' | 'told'
  fields: readonly FieldChange[]
}

export type EntryOfRecord = Pick<AuditEntry, 'action' | 'area' | 'before' | 'after'>

const isFilled = (value: unknown, { kind }: AuditField): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(kind === 'count' && value === 0) &&
  !(Array.isArray(value) && value.length === 0)

/** The fields that an entry changed, in the record's order; null where the entry has none. */
export function changesOf(entry: EntryOfRecord): Changes | null {
  const { before, after } = entry
  const area = entry.area
  const change = (name: string): FieldChange => {
    const [was, now] = [before?.[name] ?? null, after?.[name] ?? null]
    return { name, field: fieldOf(area, name, now ?? was), before: was, after: now }
  }
  const named = (names: Iterable<string>) =>
    [...new Set(names)]
      .map(change)
      .toSorted((a, b) => placeOf(area, a.name) - placeOf(area, b.name))
  if (before && after) {
    const fields = named([...Object.keys(before), ...Object.keys(after)]).filter(
      (each) => JSON.stringify(each.before) !== JSON.stringify(each.after),
    )
    return fields.length > 0 ? { kind: 'changed', fields: withoutCurrency(fields) } : null
  }
  const whole = before ?? after
  if (!whole) return null
  const fields = named(Object.keys(whole)).filter((each) =>
    isFilled(each.before ?? each.after, each.field),
  )
  const kind = before ? 'deleted' : entry.action === 'create' ? 'created' : 'told'
  return fields.length > 0 ? { kind, fields: withoutCurrency(fields) } : null
}

/** Leaves the currency out where an amount, which shows its currency, is there as well. */
const withoutCurrency = (fields: readonly FieldChange[]): FieldChange[] => {
  const hasMoney = fields.some(({ field }) => field.kind === 'money')
  return fields.filter(({ name }) => !hasMoney || name !== 'currency')
}

export interface Member {
  key: string
  text: string
  image?: string
}

export function membersOf({ kind }: AuditField, value: unknown): Member[] {
  const list = Array.isArray(value) ? value : []
  if (kind === 'permissions')
    return grantedNames(list).map(({ module, submodule, action }) =>
      named(`${module} · ${submodule} · ${actionWords(action)}`),
    )
  if (kind === 'questions')
    return list.map((question) => named(questionWords(question as Question | null)))
  if (kind === 'pictures')
    return list.flatMap((image, at) => {
      const address = textOf(image)
      return address === null ? [] : [{ key: address, text: `Image ${at + 1}`, image: address }]
    })
  return list.map((each) => named(textOf(each) ?? JSON.stringify(each)))
}

interface Question {
  text?: unknown
  options?: ({ text?: unknown } | null)[] | null
}

function questionWords(question: Question | null): string {
  const options = (question?.options ?? []).map((option) => textOf(option?.text) ?? '—')
  return `${textOf(question?.text) ?? '—'} (${options.join(', ')})`
}

const named = (text: string): Member => ({ key: text, text })

/** The members that were added to a list and removed from it, whatever their order. */
export function membersChanged(
  field: AuditField,
  before: unknown,
  after: unknown,
): { removed: Member[]; added: Member[] } {
  const [was, now] = [membersOf(field, before), membersOf(field, after)]
  return { removed: without(was, now), added: without(now, was) }
}

function without(members: readonly Member[], others: readonly Member[]): Member[] {
  const left = new Map<string, number>()
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1)
  return members.filter(({ key }) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}
