import {
  conditionsOf,
  type FieldRule,
  fieldRuleOf,
  ownersRights,
  type Rights,
  type RowCondition,
  type Where,
} from '@steward/contract/permissions/conditions'
import { holds, permissionModules } from '@steward/contract/permissions/permissions'
import fc from 'fast-check'
import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { atScale } from '../../testing/scale.ts'
import { replay } from './replay.service.ts'

const ofBills = { module: 'Operations', submodule: 'Bills' } as const
const ofTasks = { module: 'Operations', submodule: 'Tasks' } as const
const ofMembers = { module: 'Users', submodule: 'Members' } as const
const submodules = { bills: ofBills, tasks: ofTasks, users: ofMembers } as const
type Table = keyof typeof submodules
type Row = Readonly<Record<string, unknown>>

const owner = {
  ...ownersRights,
  permissions: permissionModules(() => true),
  user: { id: newId(), name: 'Olga' },
  owner: true,
  scope: null,
  lasting: ownersRights,
  loans: [],
}

const wheres = {
  bills: fc
    .record(
      {
        'amount.max': fc.constantFrom('100', '500', '900'),
        'amount.min': fc.constantFrom('50', '400'),
        currency: fc.subarray(['EUR', 'USD', 'CHF'], { minLength: 1 }),
        status: fc.subarray(['draft', 'due', 'paid', 'void'], { minLength: 1 }),
        'status.not': fc.subarray(['draft', 'due'], { minLength: 1 }),
        payer: fc.constant<string[]>(['me']),
        'payer.not': fc.constant<string[]>(['me']),
        'paidAt.empty': fc.constantFrom('true', 'false'),
        'createdAt.last': fc.constantFrom('1d', '40d'),
        match: fc.constant('any'),
      },
      { requiredKeys: [] },
    )
    .map((where) => ('match' in where && Object.keys(where).length === 1 ? {} : where)),
  tasks: fc.record(
    {
      status: fc.subarray(['todo', 'doing', 'done'], { minLength: 1 }),
      priority: fc.subarray(['low', 'normal', 'high'], { minLength: 1 }),
      assignee: fc.constant<string[]>(['me']),
    },
    { requiredKeys: [] },
  ),
  users: fc.record(
    { status: fc.subarray(['active', 'inactive', 'pending'], { minLength: 1 }) },
    { requiredKeys: [] },
  ),
} satisfies Record<Table, fc.Arbitrary<Where>>

const actions = {
  bills: ['list', 'create', 'update', 'delete', 'purge', 'import'],
  tasks: ['list', 'create', 'update', 'delete', 'purge', 'import'],
  users: ['list', 'create', 'update', 'status', 'delete', 'purge', 'import'],
} as const
const fields = {
  bills: { hidden: ['notes', 'dueAt'], readOnly: ['amount', 'currency', 'notes'] },
  tasks: { hidden: ['assignee'], readOnly: ['priority', 'description'] },
  users: { hidden: ['phone'], readOnly: ['location'] },
} as const
const columns: Readonly<Record<string, string>> = { dueAt: 'due_at', assignee: 'assignee_id' }

const tables = Object.keys(submodules) as Table[]
const allActions = tables.flatMap((table) => actions[table].map((action) => ({ table, action })))

const conditionsIn = fc.tuple(
  ...allActions.map(({ table, action }) =>
    fc.option(
      (wheres[table] as fc.Arbitrary<Where>).map(
        (where): RowCondition => ({ ...submodules[table], action, where }),
      ),
      {
        freq: 2,
      },
    ),
  ),
)
const rulesIn = fc.tuple(
  ...tables.map((table) =>
    fc.option(
      fc
        .record({
          hidden: fc.subarray([...fields[table].hidden]),
          readOnly: fc.subarray([...fields[table].readOnly]),
        })
        .map((rule): FieldRule => ({ ...submodules[table], ...rule })),
      { freq: 2 },
    ),
  ),
)
const rights: fc.Arbitrary<Rights> = fc
  .record({
    granted: fc.tuple(...allActions.map(() => fc.integer({ min: 0, max: 7 }))),
    conditions: conditionsIn,
    rules: rulesIn,
  })
  .map(({ granted, conditions, rules }) => ({
    permissions: permissionModules(({ module, submodule, action }) =>
      allActions.some(
        (each, place) =>
          submodules[each.table].module === module &&
          submodules[each.table].submodule === submodule &&
          each.action === action &&
          granted[place] !== 0,
      ),
    ),
    conditions: conditions
      .filter((each) => each !== null)
      .filter((each) => Object.keys(each.where).length > 0),
    fieldRules: rules.filter((each) => each !== null),
  }))

interface Entry {
  id: number
  at: string
  actor_id: string
  role_id: string
  area: Table
  action: string
  through: string
  record_id: string | null
  before: Row | null
  after: Row | null
  state: Row | null
  records: Row[] | null
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether a row meets a condition, as plain as it can be said. */
function meets(where: Where, row: Row, { at, actor_id }: Entry): boolean {
  const names = {
    payer: 'payer_id',
    assignee: 'assignee_id',
    createdAt: 'created_at',
    paidAt: 'paid_at',
  } as const
  const each = Object.entries(where)
    .filter(([key]) => key !== 'match')
    .map(([key, value]) => {
      const [field = '', suffix = ''] = key.split('.')
      const has = row[names[field as keyof typeof names] ?? field] ?? null
      const wanted = [value].flat().map((one) => (one === 'me' ? actor_id : one))
      if (suffix === 'max') return has !== null && Number(has) <= Number(value)
      if (suffix === 'min') return has !== null && Number(has) >= Number(value)
      if (suffix === 'not') return has === null || !wanted.includes(String(has))
      if (suffix === 'empty') return (has === null) === (value === 'true')
      if (suffix === 'last') {
        const [then, now] = [Date.parse(String(has)), Date.parse(at)]
        return then >= now - Number.parseInt(String(value), 10) * 86_400_000 && then <= now
      }
      return has !== null && wanted.includes(String(has))
    })
    .reduce<Map<string, boolean[]>>((byField, met, place) => {
      const key =
        Object.keys(where)
          .filter((one) => one !== 'match')
          [place]?.split('.')[0] ?? ''
      return byField.set(key, [...(byField.get(key) ?? []), met])
    }, new Map())
  const all = [...each.values()].map((some) => some.every(Boolean))
  return where['match'] === 'any' ? all.some(Boolean) : all.every(Boolean)
}

const whatOf = ({ before, after, action }: Pick<Entry, 'before' | 'after' | 'action'>) => {
  if (!before) return 'create'
  if (!after) return action === 'purge' || before['deleted_at'] ? 'purge' : 'delete'
  if (before['deleted_at'] && !after['deleted_at']) return 'restore'
  return Object.keys(after).includes('status') &&
    Object.keys(after).every((column) =>
      ['status', 'paid_at', 'issued_at', 'shopping_feed_status'].includes(column),
    )
    ? 'status'
    : 'update'
}

type Told = 'unknown' | { action: string; reason: string; field: string | null } | null

/**
 * What rights say to a change: what refuses it, null where nothing does.
 * @param known rights whose conditions aren't asked again
 */
function refusalOf(rights: Rights, entry: Entry, later: Row | null, known?: Rights): Told {
  const { area, before, state } = entry
  const of = submodules[area]
  const what = whatOf({ ...entry, after: later })
  const names: Readonly<Record<string, string>> = {
    restore: 'delete',
    status: area === 'users' ? 'status' : 'update',
  }
  // A status of people that changes together with their data needs both.
  const both = area === 'users' && what === 'update' && 'status' in (later ?? {})
  const needs = (
    entry.through === 'import' && what !== 'purge'
      ? ['import']
      : both
        ? Object.keys(later ?? {}).map((column) => (column === 'status' ? 'status' : 'update'))
        : [names[what] ?? what]
  ).map((action) => ({ ...of, action }) as Parameters<typeof holds>[1])
  for (const need of needs)
    if (!holds(rights.permissions, need))
      return { action: need.action, reason: 'permission', field: null }
  const rule = fieldRuleOf(rights, of)
  if (before && later && what !== 'delete' && what !== 'purge')
    for (const field of [...(rule?.hidden ?? []), ...(rule?.readOnly ?? [])])
      if ((columns[field] ?? field) in later)
        return { action: needs[0]?.action ?? '', reason: 'field', field }
  const list = { ...of, action: 'list' } as const
  const isEdit = ['create', 'update'].includes(what) || entry.through === 'import'
  const asked = [
    { need: list, former: true, later: false },
    ...needs.map((need) => ({
      need,
      former: true,
      later: isEdit && what !== 'purge' && (need.action !== 'status' || entry.through === 'import'),
    })),
  ].filter(({ need, former, later: after }) => {
    const hasRow = (former && before) || (after && later)
    const conditions = conditionsOf(rights, need)
    const isKnown = known && isSame(conditions, conditionsOf(known, need))
    return conditions && hasRow && !isKnown
  })
  if (asked.length > 0 && before && entry.after && !state) return 'unknown'
  for (const { need, former, later: after } of asked) {
    const rows = [
      ...(former && before ? [{ ...state, ...before }] : []),
      ...(after && later ? [{ ...state, ...later }] : []),
    ]
    const conditions = conditionsOf(rights, need) ?? []
    if (!rows.every((row) => conditions.some((where) => meets(where, row, entry))))
      return { action: need.action, reason: 'rows', field: null }
  }
  return null
}

describe.each(engines)('the replay of drawn drafts on %s', (engine) => {
  let database: TestDatabase
  let role = ''
  let entries: Entry[] = []
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const { db } = database.connection
    role = await createRole(db, [])
    const elsewhere = await createRole(
      db,
      permissionModules(() => true),
    )
    const [ada, bo, cy] = [
      (await createAdmin(db, role, { name: 'Ada' })).id,
      (await createAdmin(db, role, { name: 'Bo' })).id,
      (await createAdmin(db, elsewhere, { name: 'Cy' })).id,
    ]
    await makePast(database, { role, elsewhere, ada, bo, cy })
    // A draft is judged by itself and for the role's own people, whatever they or others have beside it until a time.
    for (const [person, further] of [
      [ada, elsewhere],
      [cy, role],
    ] as const)
      await sql`
        insert into temporary_roles (id, user_id, role_id, until, reason, given_by, given_by_name)
        values (${newId()}, ${person}, ${further}, now() + interval '1 day', 'Holidays', ${bo}, 'Bo')`.execute(
        db,
      )
    const { rows } = await sql<Entry>`
      select id, at, actor_id, role_id, area, action, through, record_id, before, after, state, records
      from audit_entries
      where at > now() - interval '89 days' and actor_id is not null
        and (role_id = ${role} or actor_id in (${ada}, ${bo}))
        and not (area = 'users' and record_id = actor_id and before is not null)
      order by id`.execute(db)
    entries = rows
  })
  afterAll(() => database.dispose())

  test('is what a slow model says of each change', { timeout: 3_600_000 }, async () => {
    const { db } = database.connection
    await fc.assert(
      fc.asyncProperty(rights, rights, async (saved, draft) => {
        await sql`
          update roles set permissions = ${JSON.stringify(saved.permissions)}::jsonb,
            conditions = ${JSON.stringify(saved.conditions)}::jsonb,
            field_rules = ${JSON.stringify(saved.fieldRules)}::jsonb where id = ${role}`.execute(db)
        const told = await replay({ db, areas }, owner, {
          _id: role,
          permissions: [...draft.permissions],
          conditions: [...draft.conditions],
          fieldRules: [...draft.fieldRules],
        })
        expect({ ...counted(told.refused), unknown: told.unknown, looked: told.looked }).toEqual({
          ...expected(entries, saved, draft),
          looked: entries.length,
        })
      }),
      { numRuns: atScale ? 10_000 : 200, endOnFailure: true },
    )
  })
})

type Refused = Awaited<ReturnType<typeof replay>>['refused']

const counted = (refused: Refused) =>
  Object.fromEntries(
    refused
      .map(
        ({ person, permission, reason, field, changes }) =>
          [
            [person._id, permission.submodule, permission.action, reason, field].join(' '),
            changes,
          ] as const,
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

function expected(entries: readonly Entry[], saved: Rights, draft: Rights) {
  const counts: Record<string, number> = {}
  let unknown = 0
  for (const entry of entries) {
    for (const after of entry.records ?? [entry.after]) {
      const [was, will] = [refusalOf(saved, entry, after), refusalOf(draft, entry, after, saved)]
      if (!will || (was && was !== 'unknown')) continue
      if (will === 'unknown' || was === 'unknown') {
        unknown += 1
        continue
      }
      const { submodule } = submodules[entry.area]
      const key = [entry.actor_id, submodule, will.action, will.reason, will.field].join(' ')
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  return { ...counts, unknown }
}

interface Cast {
  role: string
  elsewhere: string
  ada: string
  bo: string
  cy: string
}

/** Changes of many kinds by three people, some of another role, some older than what is replayed. */
async function makePast({ connection: { db } }: TestDatabase, cast: Cast): Promise<void> {
  const [day, now] = [86_400_000, Date.now()]
  const amounts = [20, 100, 450, 500, 800, 2_000]
  const pick = <T>(list: readonly T[], n: number) => list[n % list.length] as T
  const doing = [
    { user: cast.ada, role: cast.role },
    { user: cast.bo, role: cast.role },
    { user: cast.ada, role: cast.elsewhere },
    { user: cast.cy, role: cast.role },
    { user: cast.cy, role: cast.elsewhere },
  ]
  for (let n = 0; n < 26; n += 1) {
    const actor = {
      ...pick(doing, n),
      at: new Date(now - (n % 9 === 8 ? 120 : n) * day).toISOString(),
      ...(n % 7 === 3 && { through: 'import' as const }),
    }
    const bill = {
      amount: pick(amounts, n),
      currency: pick(['EUR', 'USD', 'CHF'], n),
      status: pick(['draft', 'due', 'paid', 'void'] as const, n),
      payer_id: pick([cast.ada, cast.bo, null], n),
      paid_at: n % 4 === 2 ? new Date(now).toISOString() : null,
      created_at: new Date(now - n * 2 * day).toISOString(),
    }
    const [billId = ''] = await create(db, 'bills', bill)
    const [taskId = ''] = await create(db, 'tasks', {
      status: pick(['todo', 'doing', 'done'] as const, n),
      priority: pick(['low', 'normal', 'high'] as const, n),
      assignee_id: pick([cast.ada, null, cast.bo], n),
    })
    const [userId = ''] = await create(db, 'users', {
      status: pick(['active', 'inactive', 'pending'] as const, n),
    })
    const change = async <T extends Table>(table: T, id: string, patch: Updateable<Tables[T]>) =>
      write(db, actor, async ({ lock, update }) => {
        const rows = await lock(table, [id])
        await update(table, rows, patch)
      })
    await change(
      'bills',
      billId,
      pick(
        [
          { amount: pick(amounts, n + 2) },
          { notes: 'Other', title: 'New' },
          { currency: 'USD', payer_id: cast.bo },
          { status: 'void' },
          { due_at: '2026-01-01', status: 'due' },
          { title: 'Only a title' },
        ],
        n,
      ),
    )
    await change(
      'tasks',
      taskId,
      pick(
        [
          { priority: 'high' },
          { assignee_id: cast.ada, description: 'More' },
          { status: 'done' },
          { title: 'Other' },
        ],
        n,
      ),
    )
    await change(
      'users',
      userId,
      pick(
        [{ status: 'inactive' }, { phone: '1', location: 'There' }, { name: 'Somebody else' }],
        n,
      ),
    )
    if (n % 5 === 1) await change('users', pick(doing, n).user, { location: `Room ${n}` })
    const deletedAt = new Date(now).toISOString()
    if (n % 3 === 0) await change('bills', billId, { deleted_at: deletedAt })
    if (n % 3 === 0) await change('tasks', taskId, { deleted_at: deletedAt })
    if (n % 6 === 0) await change('bills', billId, { deleted_at: null })
    else if (n % 3 === 0)
      await write(db, actor, async ({ lock, purge }) =>
        purge('bills', await lock('bills', [billId])),
      )
    await write(db, actor, async ({ insert }) => {
      await insert('bills', [
        { ...bill, id: newId(), number: `N-${n}`, title: 'Made', payer_name: 'X' },
      ])
    })
    if (n % 6 !== 2) continue
    await write(db, { ...actor, batch: newId() }, async ({ insert }) => {
      await insert(
        'bills',
        amounts.map((amount, place) => ({
          ...bill,
          amount,
          id: newId(),
          number: `B-${n}-${place}`,
          title: 'Together',
          payer_name: 'X',
        })),
      )
    })
  }
  // As older versions wrote them.
  await sql`update audit_entries set state = null where id % 6 = 0`.execute(db)
}
