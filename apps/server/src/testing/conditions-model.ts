import { type Area, type AreaName, areaNames, areas } from '@steward/contract/areas/areas'
import { type Field, type Fields, namesWhere } from '@steward/contract/areas/field'
import { areaFields, type Listed, listings } from '@steward/contract/areas/listings'
import { suffixesOf } from '@steward/contract/lists/filter-kinds'
import {
  conditionFilters,
  type FieldRule,
  hasConditions,
  hideableFields,
  type RowCondition,
  type Where,
} from '@steward/contract/permissions/conditions'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { amountsIn, isAmountOf } from '@steward/contract/values/amount-in-text'
import { columnOf } from '../db/schema/columns.ts'
import { type RecordTable, tableOf } from '../db/schema/tables.ts'
import type { Community } from './community.ts'
import { fits, isFound, listed, type Query } from './list-answers.ts'
import { listReferences, type Reference } from './list-references.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }

/** The areas whose lists take conditions. */
export const narrowedAreas = areaNames.filter(hasConditions)

/** A filter as it is drawn: numbers that choose among what there is. */
export interface DrawnFilter {
  field: number
  suffix: number
  value: number
  other: number
}
export interface DrawnWhere {
  filters: readonly DrawnFilter[]
  any: boolean
}

const nobody = '00000000-0000-7000-8000-000000000000'
const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

/** The filter that numbers choose of an area, with a value that some rows have. */
export function filterOf(
  area: AreaName,
  rows: readonly Row[],
  { field, suffix, value, other }: DrawnFilter,
  filters: Listed = conditionFilters(area),
): [string, string | string[]] {
  const fields: Fields = areaFields[area]
  const [name, kind] = at(Object.entries(filters.filters), field)
  const column = name in fields ? columnOf(name, fields[name] as Field) : name
  const held = [...new Set(rows.map((row) => row[column]))]
    .filter((each) => each != null)
    .map(String)
  const words = kind === 'status' ? filters.statuses : Array.isArray(kind) ? kind : undefined
  const suffixes = [
    ...(kind === 'number' || kind === 'money' || kind === 'time' || kind === 'text' ? [] : ['']),
    ...suffixesOf(kind).map((each) => `.${each}`),
    ...(filters.optional?.includes(name) ? ['.empty'] : []),
  ]
  const with_ = at(suffixes, suffix)
  const key = name + with_
  if (with_ === '.empty' || kind === 'flag') return [key, String(value % 2 === 0)]
  if (with_ === '.last' || with_ === '.next') return [key, at(['1d', '9d', '400d', '3660d'], value)]
  if (kind === 'number' || kind === 'money') return [key, at(held.length > 0 ? held : ['0'], value)]
  if (kind === 'time' || kind === 'from' || kind === 'to') {
    const times = held.length > 0 ? held : ['2001-01-02T00:00:00.000Z']
    // The database has microseconds, of which an answer shows none.
    const given = at(times, value)
    const time = given.endsWith(':00.000Z')
      ? given
      : new Date(Date.parse(given) + 43_200_000).toJSON()
    return [key, other % 2 === 0 ? time : time.slice(0, 10)]
  }
  const choices = words ?? [...held, ...(kind === 'person' ? ['me', 'me'] : []), nobody]
  const chosen = [at(choices, value), ...(other % 3 === 0 ? [at(choices, other)] : [])]
  return [
    key,
    [
      ...new Set(
        kind === 'currency' ? chosen.map((each) => (each === nobody ? 'SEK' : each)) : chosen,
      ),
    ],
  ]
}

export const whereOf = (
  area: AreaName,
  rows: readonly Row[],
  { filters, any }: DrawnWhere,
): Where => ({
  ...Object.fromEntries(filters.map((each) => filterOf(area, rows, each))),
  ...(any && { match: 'any' }),
})

/** The submodules of an area's permissions; of people one for each type. */
export const submodulesOf = (area: AreaName): { module: string; submodule: string }[] => {
  const { module, title }: Area = areas[area]
  if (area !== 'users') return [{ module, submodule: title }]
  return userTypes.map((type) => ({ module, submodule: userSubmodule[type] }))
}

/** A role of somebody: what narrows it, and the actions that it permits in every area; all where none are named. */
export interface ModelRole {
  conditions: readonly RowCondition[]
  fieldRules: readonly FieldRule[]
  actions?: readonly string[]
}

/** What somebody with one or several roles may see and do, worked out of every row there is. */
export interface Model {
  rows(area: AreaName): Row[]
  /** Whether a row, as it is or was, is among those that are seen. */
  sees(area: AreaName, row: object): boolean
  hidden(area: AreaName, row?: object): string[]
  /** The columns that hold hidden fields of any row. */
  hiddenColumns(area: AreaName): string[]
  /** Whether some rows of an area aren't seen. */
  isNarrowed(area: AreaName): boolean
  /** Whether one of the roles by itself permits an action on a row as it is and, of an edit, as it becomes. */
  permits(area: AreaName, action: string, row: object, later?: object): boolean
  /** The fields that can't be changed: those that are hidden, and that roles which change records keep. */
  locked(area: AreaName): string[]
  roles: readonly ModelRole[]
  list(name: string, query: Query, search: string): Row[]
  /** Whether a row is found by words in what is seen of it. */
  finds(area: AreaName, row: object, search: string): boolean
}

export function modelOf(all: Community, me: string, roles: readonly ModelRole[]): Model {
  const whole = listReferences(all, me)
  const withMe = (where: Where): Query =>
    Object.fromEntries(
      Object.entries(where).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : value.map((each) => (each === 'me' ? me : each)),
      ]),
    )
  const submoduleOf = (area: AreaName, row: object) => {
    const [first] = submodulesOf(area) as [{ module: string; submodule: string }]
    if (area !== 'users') return first
    return { ...first, submodule: userSubmodule[(row as { type: UserType }).type] }
  }
  const conditionsOf = (
    role: ModelRole,
    of: { module: string; submodule: string },
    action: string,
  ) =>
    role.conditions.filter(
      (each) =>
        each.action === action && each.module === of.module && each.submodule === of.submodule,
    )
  const reference = (area: AreaName) => whole[`${area}.list`] as Reference
  /** Whether a role's conditions of an action pick a row. */
  const picks = (role: ModelRole, area: AreaName, action: string, row: object) => {
    if (!hasConditions(area)) return true
    const wheres = conditionsOf(role, submoduleOf(area, row), action)
    return (
      wheres.length === 0 || wheres.some(({ where }) => fits(reference(area), row, withMe(where)))
    )
  }
  const holding = (action: string) =>
    roles.filter(({ actions }) => actions?.includes(action) ?? true)
  const sees = (area: AreaName, row: object) => roles.some((role) => picks(role, area, 'list', row))
  const seenOf = (area: AreaName) =>
    (all[tableOf(area) as RecordTable] as unknown as Row[]).filter((row) => sees(area, row))
  const seen: Community = {
    ...all,
    ...Object.fromEntries(areaNames.map((area) => [tableOf(area), seenOf(area)])),
  }
  const names = new Map(all.users.map(({ id, name }) => [id, name]))
  const hidden = (area: AreaName, row?: object) => {
    const of =
      area === 'users' && row
        ? [{ module: 'Users', submodule: userSubmodule[(row as { type: UserType }).type] }]
        : submodulesOf(area)
    return of.flatMap((each) => keptBy(each, 'list'))
  }
  /** The fields that the roles which permit an action keep: those of all of them that do so for all rows, else of any one. */
  const keptBy = (of: { module: string; submodule: string }, action: string): string[] => {
    const all = holding(action)
    const whole = all.filter(
      (role) => ![action, 'list'].some((each) => conditionsOf(role, of, each).length > 0),
    )
    const kept = (role: ModelRole) =>
      role.fieldRules.find((rule) => rule.module === of.module && rule.submodule === of.submodule)
        ?.hidden ?? []
    const names = [...new Set(roles.flatMap(kept))]
    const isKept = (name: string) => (role: ModelRole) => kept(role).includes(name)
    return names.filter((name) =>
      whole.length > 0 ? whole.every(isKept(name)) : all.some(isKept(name)),
    )
  }
  const searched = (area: AreaName): Reference => {
    const gone = hidden(area)
    const fields: Fields = areaFields[area]
    const { means, ...rest } = reference(area)
    const text = (row: Row) =>
      namesWhere(fields, 'searchable')
        .filter((name) => !gone.includes(name))
        .flatMap((name) => {
          const field = fields[name] as Field
          const value = row[columnOf(name, field)] as string | null
          if (field.kind === 'money') return []
          if (!['person', 'namedPerson'].includes(field.kind)) return [value]
          return [
            (value && names.get(value)) ?? (row[`${name}_name`] as string | undefined) ?? null,
          ]
        })
    return {
      ...rest,
      text,
      ...(area === 'bills' &&
        !gone.includes('amount') && {
          means: (row: { amount: number; currency: string }, words: string) =>
            isAmountOf(amountsIn(words), row.amount, row.currency),
        }),
    }
  }
  const ofSeen = listReferences({ ...seen, users: all.users }, me)
  const rolesOfSeen = listReferences(seen, me)
  const subject = new Map(all.users.map((row) => [row.id, row]))
  return {
    rows: seenOf,
    sees,
    hidden,
    hiddenColumns: (area) =>
      hidden(area).flatMap((name) => {
        const column = columnOf(name, (areaFields[area] as Fields)[name] as Field)
        return [column, `${name}_name`]
      }),
    isNarrowed: (area) =>
      submodulesOf(area).some((of) =>
        roles.every((role) => conditionsOf(role, of, 'list').length > 0),
      ),
    permits: (area, action, row, later) =>
      holding(action).some(
        (role) =>
          picks(role, area, 'list', row) &&
          picks(role, area, action, row) &&
          (!later || picks(role, area, action, later)),
      ),
    locked: (area) =>
      submodulesOf(area).flatMap((of) =>
        allPermissions
          .filter(({ module, submodule }) => module === of.module && submodule === of.submodule)
          .filter(({ action }) => ['list', 'update', 'status', 'import'].includes(action))
          .flatMap(({ action }) => keptBy(of, action)),
      ),
    roles,
    finds: (area, row, search) => isFound(searched(area), row, search),
    list: (name, query, search) => {
      const area = (name.startsWith('users.') ? 'users' : name.split('.')[0]) as AreaName
      const of = (area === 'roles' ? rolesOfSeen : ofSeen)[name] as Reference
      const rows = { ...of, rows: of.rows.filter((row) => sees(area, row)) }
      if (area === 'tasks')
        rows.filters = {
          ...rows.filters,
          about: {
            holds: (row: Community['tasks'][number]) => {
              const person = row.about_id ? subject.get(row.about_id) : undefined
              return person && sees('users', person) ? row.about_id : null
            },
          },
        }
      const found = listed(rows, query) as Row[]
      return search === '' ? found : found.filter((row) => isFound(searched(area), row, search))
    },
  }
}

/** The fields of an area that a role may hide, of which numbers choose some. */
export const hiddenOf = (area: AreaName, chosen: readonly number[]): string[] => [
  ...new Set(chosen.map((n) => at(hideableFields(area), n))),
]

/** All filters and sorts of an area's list. */
export const listOfArea = (area: AreaName): Listed => listings[area]
