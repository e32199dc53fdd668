import type { EndpointName } from '@steward/contract/calls/routes'
import {
  allPermissions,
  type Permission,
  permission,
  permissionModules,
  permissionName,
} from '@steward/contract/permissions/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, nextNumber } from '../../testing/factories.ts'
import { atScale } from '../../testing/scale.ts'
import { startTestApp, type TestApp, type TestCall } from '../../testing/server.ts'

type Call = readonly [name: EndpointName, call: Omit<TestCall, 'token'>]

/** What an owner does to a record, and the calls that anybody would take it back, or do it again, by. */
interface Change {
  make: readonly Call[]
  back: readonly Call[]
  /** As `make` unless given. */
  again?: readonly Call[]
  /** Whether it is undone as a whole, with what else the call changed. */
  isBatch?: true
  /** Whether the call changes other records too, which a span of that time would take back with it. */
  isPart?: true
  /** Lists that the calls ask for beside, though nobody needs them to see the entry. */
  lists?: readonly Permission[]
}
type Maker = (app: TestApp) => Promise<Change & { record: string }>

const person = 'users.update'
const grants = permissionModules(
  ({ submodule, action }) => submodule === 'Bills' && action === 'list',
)
/** What a role permits that whoever has only lists doesn't hold. */
const wide = permissionModules(
  ({ submodule, action }) => submodule === 'Bills' && action !== 'purge' && action !== 'import',
)
const email = () => `undo-${nextNumber()}@example.com`

/** A change of a record that is made for it. */
const of =
  (
    make: (app: TestApp) => Promise<string>,
    change: (id: string, app: TestApp) => Change | Promise<Change>,
  ): Maker =>
  async (app) => {
    const record = await make(app)
    return { record, ...(await change(record, app)) }
  }

type Table = Parameters<typeof create>[1]
const made = (table: Table, row: object = {}) => {
  return async ({ db }: TestApp) => (await create(db, table, row as never))[0] ?? ''
}
const swap = ({ make, back }: Change): Change => ({ make: back, back: make })
const one = (name: EndpointName, id: string, body?: object): readonly Call[] => [
  [name, { params: { id }, ...(body && { body }) }],
]

const deletions = (area: string, make: (app: TestApp) => Promise<string>) => {
  const deletion = (id: string): Change => ({
    make: one(`${area}.delete` as EndpointName, id),
    back: one(`${area}.restore` as EndpointName, id),
  })
  const gone = async (app: TestApp) => {
    const id = await make(app)
    const token = await ownerOf(app)
    await app.call(`${area}.delete` as EndpointName, { token, params: { id } })
    return id
  }
  return {
    [`${area}: deleted`]: of(make, deletion),
    [`${area}: restored`]: of(gone, (id) => swap(deletion(id))),
    // Made again, it is the deleted one that comes back.
    [`${area}: created`]: of(make, (id) => ({
      make: [],
      back: one(`${area}.delete` as EndpointName, id),
      again: one(`${area}.restore` as EndpointName, id),
    })),
  }
}

const edits = (area: string, table: Table, before: object, after: object, wrap = false) => {
  const sent = (fields: object) => (wrap ? { data: fields } : fields)
  const name = `${area}.update` as EndpointName
  return {
    [`${area}: changed`]: of(made(table, before), (id) => ({
      make: one(name, id, sent(after)),
      back: one(name, id, sent(before)),
    })),
  }
}

/** People of one type. */
const people = (type: 'member' | 'business' | 'admin') => {
  const make = async ({ db }: TestApp) => {
    if (type === 'admin') return (await createAdmin(db, null, { name: 'Old' })).id
    return (await create(db, 'users', { type, name: 'Old', email: email() }))[0] ?? ''
  }
  const toggle = (id: string): readonly Call[] => [['users.changeStatus', { params: { id } }]]
  const feed = (userId: string, status: string): Call => [
    'users.setShoppingFeed',
    { params: { userId }, body: { status } },
  ]
  return {
    ...Object.fromEntries(
      Object.entries(deletions('users', make)).map(([name, maker]) => [`${name} ${type}`, maker]),
    ),
    [`users: name of ${type}`]: of(make, (id) => ({
      make: one(person, id, { name: 'New' }),
      back: one(person, id, { name: 'Old' }),
    })),
    [`users: status of ${type}`]: of(make, (id) => ({ make: toggle(id), back: toggle(id) })),
    [`users: feed of ${type}`]: of(make, (id) => ({
      make: [feed(id, 'inactive')],
      back: [feed(id, 'active')],
    })),
    [`users: name, status, feed of ${type}`]: of(make, (id) => ({
      make: one(person, id, { name: 'New', status: 'inactive', shoppingFeedStatus: 'inactive' }),
      back: one(person, id, { name: 'Old', status: 'active', shoppingFeedStatus: 'active' }),
    })),
    [`users: status, feed of ${type}`]: of(make, (id) => ({
      make: one(person, id, { status: 'inactive', shoppingFeedStatus: 'inactive' }),
      back: [...toggle(id), feed(id, 'active')],
      again: [...toggle(id), feed(id, 'inactive')],
    })),
  }
}

const admin =
  (role: string | null, status = 'active') =>
  async ({ db }: TestApp) =>
    (await createAdmin(db, role, { status: status as 'active', name: 'Old' })).id

const roleOf = async ({ db }: TestApp) => {
  const [id = ''] = await create(db, 'roles', { permissions: grants })
  return id
}

const role = (id: string, body: object): readonly Call[] => [
  ['roles.update', { body: { _id: id, ...body } }],
]
const roleStatus = (_id: string, status: string): readonly Call[] => [
  ['roles.updateStatus', { body: { _id, status } }],
]

/** A post with reports, and who wrote it. */
const reported = async (app: TestApp, type: 'member' | 'business') => {
  const author = await made('users', { type, email: email() })(app)
  const post = await made('posts', { report_count: 3, author_id: author })(app)
  return { author, post }
}
const decide = (does: 'keep' | 'delete', id: string, more: object = {}): Call => [
  'posts.decide',
  { body: { does, posts: [{ _id: id }], ...more } },
]

/** Decisions about posts of somebody of a type, each undone by itself and as a whole. */
const decisions = (type: 'member' | 'business'): Record<string, Maker> => {
  const toggle = (id: string): Call => ['users.changeStatus', { params: { id } }]
  const sent = { deactivateAuthors: true }
  // A kept post has no call that opens its reports again; who may keep it may.
  const kept = (post: string): Call => decide('keep', post)
  return {
    [`posts: kept, of ${type}`]: async (app) => {
      const { post } = await reported(app, type)
      return { record: post, make: [kept(post)], back: [kept(post)] }
    },
    [`posts: deleted with ${type}, the post`]: async (app) => {
      const { post } = await reported(app, type)
      return {
        record: post,
        make: [decide('delete', post, sent)],
        back: one('posts.restore', post),
        again: one('posts.delete', post),
        isPart: true,
      }
    },
    [`posts: deleted with ${type}, the author`]: async (app) => {
      const { post, author } = await reported(app, type)
      return {
        record: author,
        make: [decide('delete', post, sent)],
        back: [toggle(author)],
        again: [toggle(author)],
        isPart: true,
      }
    },
    [`posts: deleted with ${type}`]: async (app) => {
      const { post, author } = await reported(app, type)
      return {
        record: post,
        make: [decide('delete', post, sent)],
        back: [...one('posts.restore', post), toggle(author)],
        again: [...one('posts.delete', post), toggle(author)],
        isBatch: true,
      }
    },
    [`posts: kept with ${type}`]: async (app) => {
      const { post, author } = await reported(app, type)
      return {
        record: post,
        make: [decide('keep', post, sent)],
        back: [kept(post), toggle(author)],
        isBatch: true,
        again: [kept(post), toggle(author)],
      }
    },
  }
}

/** A record that a task can be about, and the list that tells of it. */
type Subject = { about: { area: string; _id: string } | null; list?: Permission }
const subjects: Record<string, (app: TestApp) => Promise<Subject>> = {
  nothing: async () => ({ about: null }),
  'a bill': async (app) => ({
    about: { area: 'bills', _id: await made('bills')(app) },
    list: permission('Operations', 'Bills', 'list'),
  }),
  'a member': async (app) => ({
    about: { area: 'users', _id: await made('users')(app) },
    list: permission('Users', 'Members', 'list'),
  }),
  'an admin': async (app) => ({
    about: { area: 'users', _id: await admin(null)(app) },
    list: permission('Users', 'Admins', 'list'),
  }),
}
const abouts = Object.fromEntries(
  Object.entries(subjects).flatMap(([was, before]) =>
    Object.entries(subjects).map(([is, after]): [string, Maker] => [
      `tasks: about ${was}, then about ${is}`,
      async (app) => {
        const [from, to] = [await before(app), await after(app)]
        const id = await made('tasks', { status: 'todo' })(app)
        const token = await ownerOf(app)
        const body = { about: from.about }
        await app.call('tasks.update', { token, params: { id }, body })
        return {
          record: id,
          make: one('tasks.update', id, { about: to.about, status: 'done' }),
          back: one('tasks.update', id, { about: from.about, status: 'todo' }),
          lists: [from, to].flatMap(({ list }) => list ?? []),
        }
      },
    ]),
  ),
)

/** How the people of a role that permits more than to look at bills are held to be safe. */
const securities = Object.fromEntries(
  (
    [
      [{ requireSecondFactor: true }, { requireSecondFactor: false }],
      [{ idleMinutes: 30 }, { idleMinutes: null }],
      [{ maxSessions: 2 }, { maxSessions: null }],
      [
        { requireSecondFactor: true, idleMinutes: 30, maxSessions: 2 },
        { requireSecondFactor: false, idleMinutes: null, maxSessions: null },
      ],
    ] as const
  ).map(([after, before]): [string, Maker] => [
    `roles: ${Object.keys(after).join(', ')}`,
    of(made('roles', { permissions: wide }), (_id) => ({
      make: [['roles.updateSecurity', { body: { _id, ...after } }]],
      back: [['roles.updateSecurity', { body: { _id, ...before } }]],
    })),
  ]),
)

/** Every kind of change that an entry tells of. */
const changes: Record<string, Maker> = {
  ...deletions('bills', made('bills')),
  ...edits(
    'bills',
    'bills',
    { title: 'Old', status: 'draft' },
    { title: 'New', status: 'due' },
    true,
  ),
  ...deletions('tasks', made('tasks')),
  ...edits('tasks', 'tasks', { title: 'Old', status: 'todo' }, { title: 'New', status: 'done' }),
  ...deletions('events', made('events')),
  ...edits('events', 'events', { title: 'Old' }, { title: 'New' }),
  ...deletions('polls', made('polls')),
  ...edits('polls', 'polls', { title: 'Old' }, { title: 'New' }),
  ...deletions('categories', made('categories')),
  ...edits('categories', 'categories', { color: '#112233' }, { color: '#445566' }),
  ...deletions('posts', made('posts')),
  ...deletions('shoppingPosts', made('shopping_posts')),
  'shoppingPosts: status': of(made('shopping_posts'), (id) => ({
    make: one('shoppingPosts.status', id, { status: 'sold' }),
    back: one('shoppingPosts.status', id, { status: 'available' }),
  })),
  ...deletions('roles', roleOf),
  'roles: text': of(made('roles', { description: 'Old', permissions: grants }), (id) => ({
    make: role(id, { description: 'New' }),
    back: role(id, { description: 'Old' }),
  })),
  'roles: permissions': of(roleOf, (id) => ({
    make: role(id, { permissions: [] }),
    back: role(id, { permissions: grants }),
  })),
  'roles: status': of(roleOf, (id) => ({
    make: roleStatus(id, 'inactive'),
    back: roleStatus(id, 'active'),
  })),
  ...decisions('member'),
  ...decisions('business'),
  ...abouts,
  ...securities,
  ...people('member'),
  ...people('business'),
  ...people('admin'),
  'users: type of business': of(made('users', { type: 'business', email: null }), (id) => ({
    make: one(person, id, { type: 'member' }),
    back: one(person, id, { type: 'business' }),
  })),
  'users: demoted': async (app) => {
    const to = await roleOf(app)
    return await of(admin(to), (id) => ({
      make: one(person, id, { type: 'member' }),
      back: one(person, id, { type: 'admin', role: to }),
    }))(app)
  },
  'users: role': async (app) => {
    const [from, to] = [await roleOf(app), await roleOf(app)]
    return await of(admin(from), (id) => ({
      make: [['users.assignRole', { body: { users: [id], role: to } }]],
      back: one(person, id, { role: from }),
      again: one(person, id, { role: to }),
    }))(app)
  },
  'users: approved': async (app) => {
    const to = await roleOf(app)
    return await of(admin(null, 'pending'), (id) => ({
      make: one('accounts.approve', id, { role: to }),
      back: one(person, id, { status: 'pending', role: null }),
      again: one(person, id, { status: 'active', role: to }),
    }))(app)
  },
}

const owners = new WeakMap<TestApp, Promise<{ token: string; userId: string }>>()
const ownerOf = async (app: TestApp): Promise<string> => {
  const owner = owners.get(app) ?? app.signIn('owner')
  owners.set(app, owner)
  return (await owner).token
}

const mayUndo = permission('System', 'Audit log', 'undo')
/** What anybody needs who takes something back: the undo, and to see what was done. */
const toSee: Permission[] = [mayUndo, ...allPermissions.filter(({ action }) => action === 'list')]
const decisive = allPermissions.filter(
  (each) => !toSee.includes(each) && !['view', 'purge', 'import', 'comment'].includes(each.action),
)

interface Entry {
  id: string
  at: string
  batch: string | null
}

describe.each(oneEngine)('who may undo on %s', (engine) => {
  let app: TestApp
  let actor: Awaited<ReturnType<TestApp['signIn']>>
  beforeAll(async () => {
    app = await startTestApp(engine)
    actor = await app.signIn([])
  })
  afterAll(() => app.dispose())

  const hold = async (held: readonly Permission[], without: readonly Permission[] = []) => {
    const names = new Set([...toSee, ...held].map(permissionName))
    for (const each of without) names.delete(permissionName(each))
    const modules = JSON.stringify(permissionModules((each) => names.has(permissionName(each))))
    await sql`update roles set permissions = ${modules}::jsonb where id = ${actor.roleId}`.execute(
      app.db,
    )
  }
  /** Makes all of some calls. @returns how each was answered */
  const make = async (token: string, calls: readonly Call[]) => {
    const answers: { status: number; message: string }[] = []
    for (const [name, call] of calls) {
      const { status, body } = await app.call(name, { token, ...call })
      answers.push({ status, message: body?.message })
    }
    return answers
  }
  const latest = async (record: string) => {
    const { rows } = await sql<{ id: string; at: string; batch: string | null }>`
      select id::text, at, batch from audit_entries where record_id = ${record} order by audit_entries.id desc limit 1`.execute(
      app.db,
    )
    return rows[0] as Entry
  }
  /** By what an entry is undone: itself, or all of its batch. */
  const whole = ({ id, batch }: Entry, isBatch: boolean) => (isBatch ? (batch ?? '') : id)
  const undo = (token: string, id: string) => app.call('auditLog.undo', { token, params: { id } })
  const must = async (record: string, made: ReturnType<typeof make>) => {
    for (const answer of await made)
      expect(answer).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    return await latest(record)
  }

  /** Does what is to be undone; of an undo, what undoes it is redone. @returns the calls that would do the same */
  const prepare = async (change: Maker, isRedo: boolean) => {
    const owner = await ownerOf(app)
    const { record, make: first, back, again = first, ...how } = await change(app)
    const { isBatch = false, isPart = false, lists = [] } = how
    let entry = await must(record, make(owner, first))
    if (!isRedo) return { record, entry, direct: back, isBatch, isPart, lists }
    entry = await must(
      record,
      undo(owner, whole(entry, isBatch)).then((answer) => [{ ...answer.body, ...answer }]),
    )
    return { record, entry, direct: again, isBatch, isPart, lists }
  }

  /** Whether an undo was let through, and its words. */
  const tryUndo = async (entry: Entry, isSpan: boolean, isBatch: boolean) => {
    if (isBatch) {
      const { status, body } = await undo(actor.token, whole(entry, true))
      const left = body.data?.left ?? []
      const allowed = status === 200 && left.length === 0
      return { allowed, words: `${status} ${left[0]?.message ?? body.message}` }
    }
    if (!isSpan) {
      const { status, body } = await undo(actor.token, entry.id)
      return { allowed: status === 200, words: `${status} ${body.message}` }
    }
    const owner = await owners.get(app)
    const { rows } = await sql<{ actor: string | null }>`
      select actor_id as actor from audit_entries where id = ${entry.id}::bigint`.execute(app.db)
    const span = { actor: rows[0]?.actor ?? owner?.userId, from: entry.at, to: entry.at }
    const { status, body } = await app.call('auditLog.undoSpan', { token: actor.token, body: span })
    const { entries = [], left = [] } = body.data ?? {}
    const allowed = status === 200 && left.length === 0 && entries.length > 0
    return { allowed, words: `${status} ${left[0]?.message ?? body.message}` }
  }

  const names = Object.keys(changes)
  const cases = fc.record({
    change: fc.constantFrom(...names),
    isRedo: fc.boolean(),
    isSpan: fc.boolean(),
    lacks: fc.subarray(decisive, { maxLength: 12 }),
    holds: fc.subarray(decisive, { maxLength: 8 }),
    isStrong: fc.boolean(),
    isUnlisted: fc.boolean(),
  })

  test('whoever may make the same change by calls, and nobody else', async () => {
    await ownerOf(app)
    const numRuns = atScale ? 1500 : 60
    const counts = { allowed: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        const { change, isRedo, isSpan, lacks, holds, isStrong, isUnlisted } = drawn
        const prepared = await prepare(changes[change] as Maker, isRedo)
        const { entry, record, direct, isBatch, isPart, lists } = prepared
        // A creation was by nobody who could be named as of a span.
        const bySpan = isSpan && !isPart && (isRedo || !change.includes('created'))
        const held = isStrong ? decisive.filter((each) => !lacks.includes(each)) : holds
        const unlisted = isUnlisted ? lists : []
        await hold(held, unlisted)
        const undone = await tryUndo(entry, bySpan, isBatch)
        if (undone.allowed) {
          const after = await latest(record)
          expect(after.id).not.toBe(entry.id)
          await must(
            record,
            undo(await ownerOf(app), whole(after, isBatch)).then((a) => [{ ...a.body, ...a }]),
          )
        }
        const answers = await make(actor.token, direct)
        const allowed = answers.every(({ status }) => status === 200)
        counts[allowed ? 'allowed' : 'refused'] += 1
        expect({
          change,
          isRedo,
          held: held.map(permissionName),
          unlisted: unlisted.map(permissionName),
          undo: undone.words,
          direct: answers,
          allowed: undone.allowed,
        }).toMatchObject({ allowed })
      }),
      { numRuns, seed: 24, endOnFailure: true },
    )
    expect(Math.min(counts.allowed, counts.refused)).toBeGreaterThan(numRuns / 8)
  }, 600_000)

  const members = (action: 'update' | 'create') => permission('Users', 'Members', action)
  test.each<[string, string, boolean, Permission[]]>([
    [
      'status and shopping feed, with update alone',
      'users: name, status, feed of member',
      false,
      [members('update')],
    ],
    ['a shopping feed, with update alone', 'users: feed of member', false, [members('update')]],
    ['a status, with update alone', 'users: status of member', false, [members('update')]],
    ['a business user made of a member', 'users: type of business', false, [members('update')]],
    ['an admin again', 'users: demoted', false, [members('update')]],
    [
      'an approval by undoing twice',
      'users: approved',
      true,
      [permission('Users', 'Admins', 'update')],
    ],
    ['a deletion, with create alone', 'users: created member', false, [members('create')]],
    [
      'the deletion of a role, with restore alone',
      'roles: restored',
      false,
      [permission('Roles', 'Roles', 'restore')],
    ],
    [
      'what a task was about, of the same list as now',
      'tasks: about a bill, then about a bill',
      false,
      [permission('Operations', 'Tasks', 'update')],
    ],
  ])('is refused: %s', async (_, change, isRedo, held) => {
    const { entry, lists } = await prepare(changes[change] as Maker, isRedo)
    await hold(held, lists)
    const { status, body } = await undo(actor.token, entry.id)
    expect([status, body.code]).toEqual([403, 'not_permitted'])
    expect((await undo(await ownerOf(app), entry.id)).status).toBe(200)
  })
})
