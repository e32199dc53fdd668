import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { objectsIn, textOf } from '../../api/answers/read.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { permittedWords, ruleWords } from '../permissions/condition-words.ts'
import { grantedNames } from '../permissions/granted.ts'
import { permissionText } from '../permissions/permission-text.ts'
import { type AuditField, fieldOf, orderOf } from './fields.ts'
import { isErased } from './words.ts'

export interface FieldChange {
  name: string
  field: AuditField
  before: unknown
  after: unknown
  /** Of which sides the value was erased. */
  erased: { before: boolean; after: boolean }
}

export interface Changes {
  /** `changed` has values of both sides; the other kinds have only fields with a value. */
  kind: 'changed' | 'created' | 'deleted' | 'told'
  fields: readonly FieldChange[]
}

export type EntryOfRecord = Pick<AuditEntry, 'action' | 'area' | 'before' | 'after' | 'erased'>

const isFilled = (value: unknown, { kind }: AuditField): boolean =>
  value !== null &&
  value !== '' &&
  value !== false &&
  !(kind === 'count' && value === 0) &&
  !(Array.isArray(value) && value.length === 0)

/** The fields that an entry changed, in the record's order; null where the entry has none. */
export function changesOf(entry: EntryOfRecord): Changes | null {
  const { area, before, after } = entry
  const kind = kindOf(entry)
  const names = new Set([...Object.keys({ ...before, ...after }), ...erasedColumns(entry)])
  const fields = [...names]
    .map((name): FieldChange => {
      const [was, now] = [before?.[name] ?? null, after?.[name] ?? null]
      const erased = {
        before: isErased(entry, `before.${name}`),
        after: isErased(entry, `after.${name}`),
      }
      return { name, field: fieldOf(area, name, now ?? was), before: was, after: now, erased }
    })
    .filter(
      ({ field, before: was, after: now, erased }) =>
        erased.before ||
        erased.after ||
        (kind === 'changed'
          ? JSON.stringify(was) !== JSON.stringify(now)
          : isFilled(was ?? now, field)),
    )
    .toSorted((a, b) => orderOf(area, a.name) - orderOf(area, b.name))
  if (fields.length === 0) return null
  // An amount shows its currency.
  const hasMoney = fields.some(({ field }) => field.kind === 'money')
  return { kind, fields: fields.filter(({ name }) => !hasMoney || name !== 'currency') }
}

/** The fields of which values were erased. */
const erasedColumns = ({ erased = [] }: EntryOfRecord): string[] =>
  erased.flatMap((part) => /^(?:before|after)\.(.+)$/.exec(part)?.[1] ?? [])

function kindOf({ action, before, after }: EntryOfRecord): Changes['kind'] {
  if (before) return after ? 'changed' : 'deleted'
  return action === 'create' ? 'created' : 'told'
}

export interface Member {
  key: string
  text: string
  image?: string
  condition?: RowCondition
}

export function membersOf({ kind }: AuditField, value: unknown): Member[] {
  const list = Array.isArray(value) ? value : []
  if (kind === 'permissions')
    return grantedNames(list).map((granted) => named(permissionText(granted)))
  if (kind === 'conditions')
    return objectsIn(list).map((each) => {
      const condition = each as unknown as RowCondition
      // Two whose names aren't known may read alike.
      return { key: JSON.stringify(each), text: permittedWords(condition), condition }
    })
  if (kind === 'fieldRules')
    return objectsIn(list).map((each) => named(ruleWords(each as unknown as FieldRule)))
  if (kind === 'questions')
    return list.map((question) => named(questionWords(question as Question | null)))
  if (kind === 'pictures')
    return list.flatMap((image, at) => {
      const address = textOf(image)
      return address === null
        ? []
        : [{ key: address, text: t('Image {number}', { number: at + 1 }), image: address }]
    })
  return list.map((each) => named(textOf(each) ?? JSON.stringify(each)))
}

interface Question {
  text?: unknown
  options?: ({ text?: unknown } | null)[] | null
}

function questionWords(question: Question | null): string {
  const options = (question?.options ?? []).map((option) => textOf(option?.text) ?? '—')
  return `${textOf(question?.text) ?? '—'} (${inRow(options)})`
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
  const left = others.map(({ key }) => key)
  return members.filter(({ key }) => {
    const at = left.indexOf(key)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
