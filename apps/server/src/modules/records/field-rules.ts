import { type Area, type AreaName, areas as contract } from '@steward/contract/areas/areas'
import type { Field, Fields } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import { fieldRuleOf, type Rights } from '@steward/contract/permissions/conditions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import type { Listing } from '../../db/list/listing.ts'
import { hiddenFields } from '../../db/list/state.ts'
import { columnOf, snakeOf } from '../../db/schema/columns.ts'
import { type Change, changedColumnsOf } from '../../db/write/audit-lines.ts'
import { Failure } from '../../http/failure.ts'

type Rules = Pick<Rights, 'fieldRules'>
type Row = Readonly<Record<string, unknown>>

/** The submodules whose permissions are about a row, or about any row of an area. */
const submodulesOf = (area: AreaName, row?: Row): { module: string; submodule: string }[] => {
  const { module, title } = contract[area]
  if (area !== 'users') return [{ module, submodule: title }]
  const types = row ? [row['type'] as UserType] : userTypes
  return types.map((type) => ({ module, submodule: userSubmodule[type] }))
}

/** The fields that are hidden of a row, or of any row. */
export const hiddenIn = (area: AreaName, rules: Rules, row?: Row): readonly string[] => {
  const each = submodulesOf(area, row).flatMap((of) => fieldRuleOf(rules, of)?.hidden ?? [])
  return [...new Set(each)]
}

/** Throws a Failure `not_permitted` where a list is filtered or sorted by a field that is hidden from the reader. */
export function requireShown(area: AreaName, query: object, reader: Rules): void {
  // Counts of the whole community have no reader.
  if (!reader.fieldRules?.length) return
  const hidden = hiddenIn(area, reader)
  const { sort } = query as { sort?: string }
  // `from` and `to` bound the span of the area.
  const { span }: Area = contract[area]
  const fieldOf = (key: string) =>
    ((key === 'from' || key === 'to') && span) || (key.split('.')[0] ?? key)
  const asked = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, name: fieldOf(key) }],
  )
  const sorted = sort === undefined ? [] : [{ key: 'sort', name: sort.replace(/^-/, '') }]
  const fields: Fields = areaFields[area]
  const errors = [...asked, ...sorted]
    .flatMap(({ key, name }) =>
      [name, ...(fields[name]?.tells ?? [])].map((field) => ({ key, field })),
    )
    .filter(({ field }) => hidden.includes(field))
    .map(({ key, field }) => ({
      path: key,
      msg: say('is about {field}, which your role doesn’t show', { field }),
    }))
  if (errors.length === 0) return
  throw new Failure('not_permitted', 'Your role doesn’t show a field that this asks for.', {
    errors,
  })
}

/** Columns from which a field is worked out, where no other field has them. */
const besideFields: Partial<Record<AreaName, Readonly<Record<string, readonly string[]>>>> = {
  posts: { openReportCount: ['reports_handled'] },
}

/** The columns that hold a field: its own, and those of who or what it names. */
function columnsOfField(area: AreaName, name: string): string[] {
  const field = (areaFields[area] as Fields)[name] as Field
  const alias = snakeOf(name)
  return [
    columnOf(name, field),
    alias,
    `${alias}_name`,
    `${alias}_image`,
    ...(field.kind === 'record' ? [`${alias}_area`, `${alias}_title`, `${alias}_type`] : []),
    ...(besideFields[area]?.[name] ?? []),
  ]
}

/** The columns that hold some fields. */
export const columnsOfFields = (area: AreaName, names: readonly string[]): string[] =>
  names.flatMap((name) => columnsOfField(area, name))

/** A row without the values of fields, whose names it has as those of hidden fields. */
export function withoutFields<R>(area: AreaName, row: R, names: readonly string[]): R {
  const columns = columnsOfFields(area, names)
  const empty = Object.fromEntries(
    columns.filter((column) => column in (row as Row)).map((column) => [column, null]),
  )
  const before = (row as { [hiddenFields]?: readonly string[] })[hiddenFields] ?? []
  return { ...row, ...empty, [hiddenFields]: [...before, ...names] }
}

/** A list that isn't searched by hidden fields: neither by names and amounts, nor by the text that holds them. */
export function withoutHiddenSearch(given: Listing, area: AreaName, rules: Rules): Listing {
  const hidden = hiddenIn(area, rules)
  if (hidden.length === 0) return given
  const gone = columnsOfFields(area, hidden)
  const { searchedPeople, searchedAmount, ...others } = given
  const people = searchedPeople?.filter((column) => !gone.includes(column))
  const fields = Object.entries<Field>(areaFields[area])
  const searched = fields.filter(([, { searchable }]) => searchable).map(([name]) => name)
  const shown = fields.filter(([name, { searchable }]) => searchable && !hidden.includes(name))
  const ofKinds = (...kinds: string[]) =>
    shown.filter(([, { kind }]) => kinds.includes(kind)).map(([name]) => snakeOf(name))
  return {
    ...others,
    ...(people && { searchedPeople: people }),
    ...(searchedAmount && !gone.includes(searchedAmount) && { searchedAmount }),
    ...(searched.some((name) => hidden.includes(name)) && {
      searchedColumns: ofKinds('line', 'note', 'email').filter(
        (column) => given.searchedColumns?.includes(column) ?? true,
      ),
      searchedNames: ofKinds('namedPerson').filter(
        (name) => given.searchedNames?.includes(name) ?? true,
      ),
    }),
  }
}

/** The fields that a change of a record has and somebody's rules hide or lock. */
export function lockedFields(area: AreaName, { before, after }: Change, rules: Rules): string[] {
  if (!before || !after) return []
  const changed = changedColumnsOf(before, after)
  const found = submodulesOf(area, before as Row).flatMap((of) => fieldRuleOf(rules, of) ?? [])
  const locked = found.flatMap(({ hidden, readOnly }) => [...hidden, ...readOnly])
  // What follows from the status changes with it.
  const follows = changed.includes('status') ? ['paid_at', 'issued_at', 'closes_at'] : []
  return locked.filter((name) => {
    const columns = columnsOfField(area, name).filter((column) => !follows.includes(column))
    return columns.some((column) => changed.includes(column))
  })
}

/** Refuses a change of fields that are hidden or read-only for somebody. */
export const requireFields = (area: AreaName, change: Change, rules: Rules): void =>
  refuseFields(lockedFields(area, change, rules))

/**
 * Refuses a change that is sent of fields which are hidden from somebody, also where it would change nothing: that would
 * tell what they hold.
 */
export function requireSentShown(
  area: AreaName,
  row: object | undefined,
  sent: object,
  rules: Rules,
): void {
  if (!rules.fieldRules?.length) return
  const hidden = hiddenIn(area, rules, row as Row | undefined)
  refuseFields(
    Object.entries(sent).flatMap(([name, value]) =>
      value !== undefined && hidden.includes(name) ? [name] : [],
    ),
  )
}

function refuseFields(names: readonly string[]): void {
  const errors = names.map((field) => ({
    path: field,
    msg: 'can’t be changed with your role',
  }))
  if (errors.length === 0) return
  throw new Failure(
    'not_permitted',
    'Your role doesn’t allow changes of a field that this would change.',
    { errors },
  )
}
