import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { Field } from '@steward/contract/areas/field'
import { auditActions, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { proposalAreas } from '@steward/contract/proposals/proposable'
import type { UserType } from '@steward/contract/users/users'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { columnOf } from '../db/schema/columns.ts'
import { type RecordTable, recordTables, type Tables } from '../db/schema/tables.ts'
import { auditEvent } from '../db/write/audit.ts'
import { newId } from '../ids.ts'
import { create, createRole } from './factories.ts'
import { granting, named } from './grants.ts'
import { dayAgo, type HeldRow, heldRows } from './held-model.ts'
import { areaOf, ownFields } from './plausible.ts'

/** Every row of the tables that lists are made of, deleted ones too. */
export type Community = { [T in RecordTable]: Selectable<Tables[T]>[] } & {
  task_comments: Selectable<Tables['task_comments']>[]
  jobs: Selectable<Tables['jobs']>[]
  job_failures: Selectable<Tables['job_failures']>[]
  audit_entries: Selectable<Tables['audit_entries']>[]
  proposals: Selectable<Tables['proposals']>[]
  held: HeldRow[]
  consents: Selectable<Tables['consents']>[]
  erased_people: Selectable<Tables['erased_people']>[]
  loans: Selectable<Tables['loans']>[]
}

const day = (n: number) => new Date(Date.UTC(2001, 0, 1 + n)).toISOString()
const lastMoment = (n: number) => new Date(Date.UTC(2001, 0, 2 + n) - 1).toISOString()
/** Half a day off, so that no test falls on the end of a span. */
const daysAgo = (n: number) => new Date(Date.now() - (n + 0.5) * 86_400_000).toISOString()
const later = '2090-01-01T00:00:00.000Z'
const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

/** Words whose order depends on how they are folded, and which can be equal once they are. */
const names = ['Ångström', 'Zebra', 'Straße', 'angstrom', 'østre', 'b', 'strasse', 'Ａda', 'éclair']

/**
 * Rows in groups of four: one value of each field a group, and the last row of each group deleted,
 * so that every value stands in live and in deleted rows, and equal values stand beside each other.
 */
function grouped<R extends object>(groups: number, row: (group: number, index: number) => R): R[] {
  return Array.from({ length: groups * 4 }, (_, index) => row(Math.floor(index / 4), index))
}

const deletedAt = (index: number) => (index % 4 === 3 ? day(40) : null)
const createdAt = (index: number) => day((index * 7) % 13)

/**
 * Makes a small and varied community: every state, equal and missing values of what lists sort by,
 * names that fold alike, times at both ends of a day, and deleted rows of every kind.
 * @param me somebody who is there already, and who gets some of the jobs
 * @returns every row there is
 */
export async function seedCommunity(db: Db, me: string): Promise<Community> {
  const roles = await create(
    db,
    'roles',
    ...grouped(3, (group, index) => ({
      name: `${at(names, index)} ${index}`,
      status: at(['active', 'inactive', 'active', 'deleted'] as const, index + group),
      permissions: granting(
        ...['Operations · Bills · list', 'Community · Events · update'].slice(index % 2),
      ),
      status_before_deletion: (index + group) % 4 === 3 ? ('active' as const) : null,
      deleted_at: (index + group) % 4 === 3 ? day(40) : null,
      created_at: createdAt(index),
    })),
  )
  const people = await create(
    db,
    'users',
    ...grouped(18, (group, index) => {
      const type = at(['admin', 'business', 'member'] as const, group)
      const address = `${at(names, group).normalize('NFKD').replace(/\W/g, '')}-${index}@example.com`
      return {
        type,
        name: at(names, group),
        email: type === 'admin' || index % 3 > 0 ? address : null,
        role_id: type === 'admin' && index % 8 > 0 ? at(roles, index) : null,
        status: at(['active', 'inactive', 'pending'] as const, Math.floor(group / 3)),
        shopping_feed_status: at(['active', 'inactive'] as const, Math.floor(group / 2)),
        email_confirmed: Math.floor(group / 3) % 3 === 0 || (index + group) % 2 === 0,
        last_active_at: group % 3 === 1 ? null : group % 3 === 2 ? daysAgo(group) : day(group % 5),
        phone: at([null, '0123'], index),
        location: at([null, null, 'Oslo'], index),
        created_at: createdAt(index),
        deleted_at: deletedAt(index),
      }
    }),
  )
  const somebody = (group: number) => (group % 4 === 3 ? null : at(people, group * 5))

  const top = await create(
    db,
    'categories',
    ...grouped(2, (group, index) => ({
      name: `${at(names, index)} ${index}`,
      position: at([2048, 1024, 1024, 512], index),
      status: at(['active', 'inactive'] as const, group),
      created_at: createdAt(index),
      deleted_at: deletedAt(index),
    })),
  )
  const parents = top.filter((_, index) => index % 4 !== 3)
  const below = await create(
    db,
    'categories',
    ...grouped(4, (group, index) => ({
      name: at(names, index),
      parent_id: at(parents, group),
      position: at([30, 10, 20], index),
      status: at(['active', 'inactive'] as const, group),
      created_at: createdAt(index),
      deleted_at: deletedAt(index),
    })),
  )
  const categories = [...parents.slice(0, 2), ...below.slice(0, 2)]
  await create(db, 'categories', { name: 'Deep', parent_id: below[0] ?? null, position: 5 })

  await create(
    db,
    'events',
    ...grouped(5, (group, index) => {
      const times = [
        { starts_at: later, ends_at: null },
        { starts_at: day(index % 3), ends_at: later },
        { starts_at: day(index % 2), ends_at: day(3) },
        { starts_at: lastMoment(1), ends_at: null, cancelled: true },
      ] as const
      return {
        title: at(names, index),
        ...at(times, group),
        online: index % 2 === 0,
        host_id: somebody(group),
        host_name: at([null, 'Kim'], index),
        attendee_count: group % 3,
        capacity: at([null, 0, 20], index),
        location: at([null, 'Oslo'], index + group),
        created_at: createdAt(index),
        deleted_at: deletedAt(index + group),
      }
    }),
  )
  await create(
    db,
    'polls',
    ...grouped(6, (group, index) => ({
      title: at(names, index),
      kind: at(['poll', 'survey'] as const, index),
      status: at(['draft', 'open', 'closed'] as const, group),
      closes_at: at([null, day(2), later, day(1)], index),
      opens_at: at([null, daysAgo(group), daysAgo(-group)], index),
      author_id: somebody(group),
      response_count: group % 4,
      created_at: createdAt(index),
      deleted_at: deletedAt(index + group),
    })),
  )
  await create(
    db,
    'tasks',
    ...grouped(8, (group, index) => ({
      title: at(names, index),
      status: at(['todo', 'doing', 'done', 'cancelled'] as const, group),
      priority: at(['low', 'normal', 'high', 'urgent'] as const, index + group),
      due_at: at([null, day(5), later], index),
      assignee_id: somebody(group),
      ...(group % 3 === 0 && {
        about_area: 'users' as const,
        about_id: at(people, index),
        about_title: 'Somebody',
      }),
      created_at: createdAt(index),
      deleted_at: deletedAt(index),
    })),
  )
  await seedComments(db, people)
  await create(
    db,
    'bills',
    ...grouped(15, (group, index) => ({
      number: `${at(names, index)} ${index}`,
      title: at(names, group),
      status: at(['draft', 'due', 'paid', 'overdue', 'void'] as const, group),
      currency: at(['EUR', 'USD', 'CHF'], Math.floor(group / 5)),
      amount: at([100, 2500, 2500, 9], group),
      payer_id: somebody(group),
      due_at: at([null, day(2), lastMoment(2), day(3), day(2)], group),
      issued_at: at([null, daysAgo(index), day(1)], index),
      paid_at: group % 5 === 2 ? daysAgo(group + index) : null,
      created_at: createdAt(index),
      deleted_at: deletedAt(index),
    })),
  )
  await create(
    db,
    'posts',
    ...grouped(8, (group, index) => ({
      text: `${at(names, group)} ${index}`,
      category_id: group % 5 === 4 ? null : at(categories, group),
      author_id: somebody(group),
      like_count: group % 3,
      comment_count: group % 2,
      report_count: group % 4,
      reports_handled: group % 3 === 1 ? 1 : 0,
      created_at: at([day(3), lastMoment(3), day(4), createdAt(index)], group),
      deleted_at: deletedAt(index),
    })),
    // Were these counted, another category would have the most.
    ...grouped(2, () => ({ category_id: at(categories, 0), deleted_at: day(40) })),
  )
  await create(
    db,
    'shopping_posts',
    ...grouped(9, (group, index) => ({
      title: at(names, group),
      status: at(['available', 'reserved', 'sold'] as const, group),
      price: at([5, 700, 5, 40], group),
      category_id: group % 5 === 4 ? null : at(categories, group),
      seller_id: somebody(group),
      created_at: createdAt(index),
      deleted_at: deletedAt(index),
    })),
  )
  for (const table of recordTables) {
    const [some] = await db.selectFrom(table).select('id').limit(1).execute()
    if (!some) await create(db, table, ...plainRows(table, somebody))
  }
  await seedJobs(db, [me, people[0] ?? me])
  await seedProposals(db, [me, people[0] ?? me])
  await seedConsents(db, [me, people[0] ?? me])
  await seedErasures(db, [me, people[0] ?? me])
  await seedLoans(db, me, people[0] ?? me)
  await seedAuditLog(db, people)

  const [first = { id: '' }] = await db.selectFrom('jobs').select('id').limit(1).execute()
  await db
    .insertInto('job_failures')
    .values(
      Array.from({ length: 30 }, (_, n) => ({
        job_id: first.id,
        n: 30 - n,
        record_id: newId(),
        name: at(names, n),
        message: `Failure ${n}`,
        bad_row: null,
      })),
    )
    .execute()
  await seedHeld(db, me)
  return await readCommunity(db)
}

/** A service account, people whose roles an identity provider decides about, one with a temporary role, and uses. */
async function seedHeld(db: Db, me: string): Promise<void> {
  const active = await db
    .selectFrom('roles')
    .select('id')
    .where('status', '=', 'active')
    .where('system', '=', false)
    .execute()
  const provider = newId()
  await sql`
    insert into identity_providers (id, name, enabled, issuer, client_id)
    values (${provider}, 'Keycloak', true, 'https://id.invalid', 'steward')
  `.execute(db)
  const staff = [
    { name: 'Sync', service: true },
    { name: 'Åsa', email: 'asa@example.com', provider_id: provider },
  ]
  for (const role of active)
    await create(
      db,
      'users',
      ...staff.map((each, n) => ({
        ...each,
        type: 'admin' as const,
        role_id: role.id,
        ...('email' in each && { email: `${role.id}-${n}@example.com` }),
      })),
    )
  const [list, update] = named('Operations · Bills · list', 'Operations · Bills · update')
  const narrowed = await createRole(
    db,
    granting('Operations · Bills · list', 'Operations · Bills · update'),
    'Small bills',
    {
      conditions: [list, update].flatMap((of) =>
        of ? [{ ...of, where: { 'amount.max': '500' } }] : [],
      ),
    },
  )
  const [helper = ''] = await create(db, 'users', {
    name: 'Eva',
    email: 'eva@example.com',
    type: 'admin',
    role_id: at(active, 0).id,
  })
  await db
    .insertInto('temporary_roles')
    .values({
      id: newId(),
      user_id: helper,
      role_id: narrowed,
      until: later,
      reason: 'Holidays',
      given_by: me,
      given_by_name: 'Owner',
    })
    .execute()
  const held = await heldRows(db)
  await db
    .insertInto('permission_uses')
    .values(
      held.flatMap(({ person, permission }, index) => {
        // What the tests themselves use stays as it is.
        const days = person.id === me ? 0 : at([null, 3, 40, 100, 200, 400], index)
        return days === null ? [] : [{ user_id: person.id, ...permission, day: dayAgo(days), n: 1 }]
      }),
    )
    .execute()
}

/** Rows of an area that has none above, with every value of its states and choices. */
function plainRows<T extends RecordTable>(
  table: T,
  somebody: (group: number) => string | null,
): Partial<Insertable<Tables[T]>>[] {
  const area = areaOf(table)
  const { statuses }: Area = areas[area]
  const value = ({ kind, nullable, choices }: Field, group: number, index: number): unknown => {
    switch (kind) {
      case 'status':
      case 'choice':
        return at(choices ?? statuses, group)
      case 'flag':
        return index % 2 === 0
      case 'count':
      case 'money':
        return nullable ? at([null, 0, 20], index) : group % 3
      case 'currency':
        return at(['EUR', 'USD'], group)
      case 'time':
      case 'day':
        return nullable ? at([null, day(2), later, day(1)], index) : day(index % 3)
      case 'person':
      case 'namedPerson':
        return somebody(group)
      case 'reference':
      case 'id':
        return undefined
      default:
        return nullable ? at([null, 'Oslo', 'Ålesund'], index + group) : at(names, index)
    }
  }
  return grouped(8, (group, index) => ({
    ...Object.fromEntries(
      ownFields(area)
        .map(([name, field]) => [columnOf(name, field), value(field, group, index)])
        .filter(([, each]) => each !== undefined),
    ),
    created_at: createdAt(index),
    deleted_at: deletedAt(index + group),
  })) as Partial<Insertable<Tables[T]>>[]
}

/** Comments on one task, two of them at the same moment, some deleted. */
async function seedComments(db: Db, people: readonly string[]): Promise<void> {
  const [task = { id: '' }] = await db.selectFrom('tasks').select('id').limit(1).execute()
  await db
    .insertInto('task_comments')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        id: newId(),
        task_id: task.id,
        author_id: at(people, n),
        text: at(names, n),
        created_at: day(n + 1),
        deleted_at: n % 7 === 0 ? day(n + 2) : null,
        deleted_by: null,
      })),
    )
    .execute()
}

/** Entries of the audit log, with every action and every area. */
async function seedAuditLog(db: Db, people: readonly string[]): Promise<void> {
  const batches = [newId(), newId()]
  const found = await db.selectFrom('users').select(['id', 'type']).execute()
  const typeOf = new Map(found.map(({ id, type }) => [id, type as UserType]))
  for (const [index] of grouped(8, () => ({})).entries()) {
    const user = index % 5 === 4 ? null : at(people, index)
    const area = at(auditAreas, index)
    const record = { id: at(people, index % 7), title: at(names, index) }
    const isNamed = index % 3 !== 0
    const type = area === 'users' && isNamed ? typeOf.get(record.id) : undefined
    await auditEvent(
      db,
      { user, ...(index % 2 === 0 ? {} : { batch: at(batches, index >> 1) }) },
      {
        action: at(auditActions, index),
        area,
        ...(isNamed && { record }),
        ...(type && { personTypes: [type] }),
      },
    )
  }
}

/** Jobs in every state and of every area; imports of files that no server has, so none runs. */
async function seedJobs(db: Db, people: readonly string[]): Promise<void> {
  const statuses = ['waiting', 'running', 'paused', 'done', 'cancelled', 'stopped'] as const
  const kinds = [...Object.keys(areas), 'members'] as (AreaName | 'members')[]
  await db
    .insertInto('jobs')
    .values(
      grouped(12, (group, index) => ({
        id: newId(),
        area: at(kinds, index),
        action: 'import' as const,
        patch: null,
        started_by: at(people, index),
        undo_of: null,
        status: at(statuses, group),
        reason: null,
        total: 0,
        runner: null,
        lease_until: null,
        turn_at: null,
        started_at: null,
        ended_at: null,
        import_id: null,
        options: null,
        created_at: createdAt(index),
      })),
    )
    .execute()
}

/** Proposals in every state and of every area that has some; of those that wait, some whose time is over. */
export async function seedProposals(db: Db, people: readonly string[]): Promise<void> {
  const statuses = ['waiting', 'approved', 'rejected', 'withdrawn'] as const
  await db
    .insertInto('proposals')
    .values(
      grouped(8, (group, index) => {
        const area = at(proposalAreas, index)
        return {
          id: newId(),
          area,
          action: 'delete' as const,
          reason: `Reason ${index}`,
          status: at(statuses, group),
          user_id: at(people, index),
          records: 1,
          people: 0,
          person_types: area === 'users' ? ['member' as const] : null,
          mails: 0,
          sessions: 0,
          created_at: createdAt(index),
          expires_at: index % 2 === 0 ? later : day(20),
        }
      }),
    )
    .execute()
}

/** Requests for consent in every state, of two people; of those that are open, some whose time is over. */
export async function seedConsents(db: Db, people: readonly string[]): Promise<void> {
  const statuses = ['waiting', 'agreed', 'declined', 'withdrawn', 'used'] as const
  await db
    .insertInto('consents')
    .values(
      grouped(10, (group, index) => ({
        id: newId(),
        rules: ['purge' as const],
        call: 'bills.purge',
        area: 'bills' as const,
        action: 'purge',
        needs: JSON.stringify([]) as never,
        for_owners: false,
        digest: '',
        records: 1,
        reason: `Reason ${index}`,
        status: at(statuses, group),
        user_id: at(people, index),
        created_at: createdAt(index),
        expires_at: Math.floor(index / 2) % 2 === 0 ? later : day(20),
      })),
    )
    .execute()
}

/** People who were erased, by everybody in turn; of some it isn't over. */
export async function seedErasures(db: Db, people: readonly string[]): Promise<void> {
  await db
    .insertInto('erased_people')
    .values(
      grouped(8, (group, index) => ({
        id: newId(),
        content: group % 2 === 0 ? 'keep' : 'delete',
        erased_by: at(people, index),
        counts: JSON.stringify({ account: 1, posts: index }),
        created_at: createdAt(index),
        finished_at: group === 0 ? null : later,
      })),
    )
    .execute()
}

/** Requests and loans in every state, those that are over by `me`; of those that wait, some whose time is over. */
export async function seedLoans(db: Db, me: string, other: string): Promise<void> {
  const statuses = ['asked', 'granted', 'declined', 'withdrawn', 'ended'] as const
  await db
    .insertInto('loans')
    .values(
      grouped(5, (group, index) => ({
        id: newId(),
        user_id: group < 2 ? other : me,
        decided_by: me,
        area: 'bills' as const,
        module: 'Operations',
        submodule: 'Bills',
        action: 'delete',
        record_ids: [newId()],
        reason: `Reason ${index}`,
        minutes: 60,
        one_use: false,
        status: at(statuses, group),
        ends_at: later,
        created_at: createdAt(index),
        expires_at: index % 2 === 0 ? later : day(20),
      })),
    )
    .execute()
}

/** Every row of the tables that lists are made of, read as the owner of the database. */
export async function readCommunity(db: Db): Promise<Community> {
  const all = <T extends keyof Community>(table: T) =>
    db
      .selectFrom(table as 'users')
      .selectAll()
      .execute() as Promise<unknown> as Promise<Community[T]>
  const found: Partial<Record<keyof Community, unknown[]>> = {}
  for (const table of [
    ...recordTables,
    'task_comments',
    'jobs',
    'job_failures',
    'audit_entries',
    'proposals',
    'consents',
    'erased_people',
    'loans',
  ] as const)
    found[table] = await all(table)
  return { ...found, held: await heldRows(db) } as Community
}
