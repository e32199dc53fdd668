import { type AreaName, areaNames } from '@steward/contract/areas/areas'
import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import fc from 'fast-check'
import {
  type DrawnFilter,
  type DrawnWhere,
  filterOf,
  hiddenOf,
  listOfArea,
  type Model,
  narrowedAreas,
  submodulesOf,
  whereOf,
} from './conditions-model.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }

const nat = fc.nat(10_000)
const drawnFilter: fc.Arbitrary<DrawnFilter> = fc.record({
  field: nat,
  suffix: nat,
  value: nat,
  other: nat,
})
const drawnWhere: fc.Arbitrary<DrawnWhere> = fc.record({
  filters: fc.array(drawnFilter, { minLength: 1, maxLength: 3 }),
  any: fc.boolean(),
})

/** What is asked; `told` is what is told of a change that somebody else makes. */
const kinds = [
  'list',
  'list',
  'list',
  'list',
  'counted',
  'details',
  'details',
  'totals',
  'counts',
  'waiting',
  'search',
  'search',
  'log',
  'log',
  'history',
  'comments',
  'presence',
  'change',
  'change',
  'undo',
  'past',
  'export',
  'bulk',
  'told',
  'import',
] as const
export type Kind = (typeof kinds)[number]

/** By whose token a call is made: a person's, or the key of a service account with the same role, also as a tool of agents. */
export type Door = 'person' | 'key' | 'agent'

/** A call that is made: what it is, and numbers that choose among what there is. */
const asked = fc.record({
  kind: fc.constantFrom(...kinds),
  door: fc.constantFrom<Door[]>('person', 'person', 'key', 'agent'),
  area: nat,
  pick: nat,
  sort: nat,
  filters: fc.array(drawnFilter, { maxLength: 2 }),
  any: fc.boolean(),
  search: fc.constantFrom('', '', '', 'ang', 'å', 'strasse', 'ost', 'zebra', 'x', '25', 'b 2'),
  deleted: fc.constantFrom('none', 'none', 'only', 'all'),
  total: fc.constantFrom('', '', 'later', 'only'),
  limit: fc.constantFrom(3, 100, 100),
  page: fc.constantFrom(1, 1, 2),
})
export type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

/** What a role is narrowed to. */
const drawnRole = fc.record({
  lists: fc.array(fc.record({ area: nat, type: nat, where: drawnWhere }), {
    minLength: 1,
    maxLength: 5,
  }),
  actions: fc.array(fc.record({ area: nat, type: nat, action: nat, where: drawnWhere }), {
    maxLength: 2,
  }),
  hidden: fc.array(
    fc.record({ area: nat, type: nat, fields: fc.array(nat, { minLength: 1, maxLength: 3 }) }),
    {
      maxLength: 2,
    },
  ),
})
type DrawnRole = typeof drawnRole extends fc.Arbitrary<infer T> ? T : never

/** What roles are narrowed to, another one that the person has until a time among them, and what is then asked. */
export const drawnCase = fc.record({
  own: drawnRole,
  further: fc.option(
    fc.record({
      role: drawnRole,
      actions: fc.subarray(['view', 'comment', 'update', 'delete', 'import', 'status']),
    }),
    { nil: undefined, freq: 2 },
  ),
  asks: fc.array(asked, { minLength: 2, maxLength: 4 }),
})
type Drawn = typeof drawnCase extends fc.Arbitrary<infer T> ? T : never

export const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

/** Areas whose fields are hidden. */
const hiddenAreas = [...narrowedAreas, 'categories'] as const satisfies AreaName[]

type RowsOf = (area: AreaName) => readonly Row[]

/** What drawn roles permit of the records that there are. */
export function rolesOf({ own, further }: Drawn, rowsOf: RowsOf) {
  if (!further) return { own: rightsOf(own, rowsOf), further: undefined }
  // Two roles that limit the same actions and lists.
  const alike = <T extends { area: number; type: number }>(
    mine: readonly T[],
    theirs: readonly T[],
  ) => theirs.map((each, n) => ({ ...each, area: mine[n]?.area ?? each.area }))
  const role = {
    ...further.role,
    actions: alike(own.actions, further.role.actions),
    lists: alike(own.lists, further.role.lists.slice(1)),
  }
  return {
    own: rightsOf(own, rowsOf),
    further: { ...rightsOf(role, rowsOf), actions: ['list', ...further.actions] },
  }
}

function rightsOf(drawn: DrawnRole, rowsOf: RowsOf) {
  const conditions: RowCondition[] = []
  const add = (area: AreaName, type: number, action: string, where: DrawnWhere) => {
    const of = at(submodulesOf(area), type)
    const isThere = conditions.some(
      (each) =>
        each.action === action && each.submodule === of.submodule && each.module === of.module,
    )
    if (!isThere) conditions.push({ ...of, action, where: whereOf(area, rowsOf(area), where) })
  }
  for (const { area, type, where } of drawn.lists) add(at(narrowedAreas, area), type, 'list', where)
  for (const { area, type, action, where } of drawn.actions)
    add(at(narrowedAreas, area), type, at(['update', 'delete'], action), where)
  const fieldRules: FieldRule[] = []
  for (const { area, type, fields } of drawn.hidden) {
    const name = at(hiddenAreas, area)
    const of = at(submodulesOf(name), type)
    if (!fieldRules.some((each) => each.submodule === of.submodule && each.module === of.module))
      fieldRules.push({ ...of, hidden: hiddenOf(name, fields), readOnly: [] })
  }
  return { conditions, fieldRules }
}

/** Fields that filters follow from. */
const tells: Readonly<Record<string, string>> = { overdue: 'dueAt' }

export const askedLists = [...areaNames, 'roles', 'categories'] as AreaName[]

/** The query that numbers choose of a list; and whether it is about a field that is hidden. */
export function queryOf(
  area: AreaName,
  { model, me, rows }: { model: Model; me: string; rows: readonly Row[] },
  one: Asked,
) {
  const filters = listOfArea(area)
  const { sorts, search: searchKey = 'search' } = filters
  const usable = Object.fromEntries(
    Object.entries(filters.filters).filter(
      ([name]) => !['lastActiveAt', 'includeDeleted', 'from', 'to'].includes(name),
    ),
  )
  const conditions = Object.fromEntries(
    one.filters.map((each) => filterOf(area, rows, each, { ...filters, filters: usable })),
  )
  const sort = at(
    sorts.filter((each) => each !== 'lastActiveAt').flatMap((each) => [each, `-${each}`]),
    one.sort,
  )
  const query = {
    ...conditions,
    ...(one.any && { match: 'any' }),
    sort,
    ...(area === 'roles' ? {} : { deleted: one.deleted }),
  }
  const names = [
    ...Object.keys(conditions).map((key) => key.split('.')[0] ?? ''),
    sort.replace('-', ''),
  ]
  const about = names.flatMap((name) => [name, tells[name] ?? name])
  const withMe = Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((each) => (each === 'me' ? me : each)) : value,
    ]),
  )
  const hidden = model.hidden(area)
  return { query, withMe, searchKey, isHidden: about.some((name) => hidden.includes(name)) }
}
