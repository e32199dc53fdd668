import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import { type Field, type Fields, namesWhere } from '@steward/contract/areas/field'
import { areaFields, listings } from '@steward/contract/areas/listings'
import { amountsIn, isAmountOf } from '@steward/contract/values/amount-in-text'
import { columnOf } from '../db/schema/columns.ts'
import { tableOf } from '../db/schema/tables.ts'
import type { Community } from './community.ts'
import { byRole, type HeldRow, isUnused, type RoleRow } from './held-model.ts'

/** What lists sort by; null comes last either way. */
export type Key = { name: string } | string | number | null

/**
 * What a filter asks of a row: to hold one of its values, by any of several parts of the row where it has some, to be in a
 * span, or to be shown too; of a number, a time and a text only their suffixes ask.
 */
type Filter<Row> =
  | { holds: (row: Row) => string | boolean | null; empty?: (row: Row) => boolean }
  | { number: (row: Row) => number | null }
  | { time: (row: Row) => string | null }
  | { text: (row: Row) => string | null }
  | { from: (row: Row) => string | null }
  | { to: (row: Row) => string | null }
  | { shows: (row: Row) => boolean }
  | { any: (row: Row) => readonly string[] }
  | { fits: (row: Row, value: string) => boolean }

/** A list as a reader of the contract would work it out by hand from every row there is. */
// biome-ignore lint/suspicious/noExplicitAny: which rows a list has, its reference alone knows
export interface Reference<Row = any> {
  rows: readonly Row[]
  /** The `_id` of its record in the answer. */
  id(row: Row): string
  /** Whether the list can show it at all, deleted or not. */
  shown(row: Row): boolean
  /** Whether it is deleted, which is what the list's `deleted` asks for; none where nothing is. */
  gone?(row: Row): boolean
  sorts: Record<string, (row: Row) => Key>
  filters: Record<string, Filter<Row>>
  /** The field that `from` and `to` bound. */
  span?: string
  /** What its search looks through; none where the list has no search. */
  text?(row: Row): (string | null | undefined)[]
  /** Whether a word of the search, or all of it, means something else that the row has, such as its amount. */
  means?(row: Row, text: string): boolean
  /** What its path names. */
  params?: Record<string, string>
  /** The order where the list has no sort. */
  order?(row: Row): number
}

/** The status of a loan by the clock. */
function statusOfLoan({ status, expires_at }: Community['loans'][number]): string {
  if (status === 'granted') return 'active'
  return status === 'asked' && Date.parse(expires_at) <= Date.now() ? 'expired' : status
}

/** The tab that shows a loan: what is over is by who reads. */
function tabOfLoan(status: string): string | null {
  if (status === 'expired') return null
  if (status === 'active') return 'active'
  return status === 'asked' ? 'decide' : 'mine'
}

/** A key that ICU sorts and not its bytes. */
const named = (name: string) => ({ name })

/** Text as lists search it: without case, accents and compatibility forms. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')

const id = (row: { id: string }) => row.id
const live = (row: { deleted_at: string | null }) => row.deleted_at === null
const gone = (row: { deleted_at: string | null }) => row.deleted_at !== null
const deletedAt = (row: { deleted_at: string | null }) => row.deleted_at
const createdAt = (row: { created_at: string }) => row.created_at
const past = (time: string | null) => time !== null && Date.parse(time) <= Date.now()

const ofPermission = {
  module: { holds: ({ permission }) => permission.module },
  submodule: { holds: ({ permission }) => permission.submodule },
  action: { holds: ({ permission }) => permission.action },
  unused: { fits: isUnused },
} satisfies Reference<Pick<HeldRow, 'permission' | 'lastUsed'>>['filters']
const consentStatus = (row: Community['consents'][number]) =>
  ['waiting', 'agreed'].includes(row.status) && past(row.expires_at) ? 'expired' : row.status

/** How each list of the contract is worked out, by the name of its endpoint. */
export function listReferences(all: Community, me: string): Record<string, Reference> {
  const person = new Map(all.users.map((row) => [row.id, row]))
  const nameOf = (of: string | null) => (of === null ? null : person.get(of)?.name)

  const users = (shown: (row: Community['users'][number]) => boolean) =>
    ({
      rows: all.users,
      id,
      shown,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        name: (row) => named(row.name),
        email: (row) => row.email && fold(row.email),
        lastActiveAt: (row) => row.last_active_at,
      },
      filters: {
        type: { holds: (row) => row.type },
        status: { holds: (row) => row.status },
        role: { holds: (row) => row.role_id },
        shoppingFeedStatus: { holds: (row) => row.shopping_feed_status },
        createdAt: { time: createdAt },
        lastActiveAt: { time: (row) => row.last_active_at },
        email: { text: (row) => row.email },
        phone: { text: (row) => row.phone },
        location: { text: (row) => row.location },
      },
      text: (row) => [row.name, row.email, row.phone, row.business_name],
    }) satisfies Reference<Community['users'][number]>

  const peopleOf = (role: Community['roles'][number]) =>
    all.users.filter((row) => live(row) && row.role_id === role.id).length
  const postsIn = (category: Community['categories'][number]) =>
    all.posts.filter((row) => live(row) && row.category_id === category.id).length

  const roles = (...statuses: string[]) =>
    ({
      rows: all.roles,
      id,
      shown: (row) => statuses.includes(row.status),
      ...(statuses.length > 1 && { gone: (row: { status: string }) => row.status === 'deleted' }),
      sorts: {
        createdAt,
        deletedAt,
        name: (row) => named(row.name),
        userCount: peopleOf,
      },
      filters: { userCount: { number: peopleOf }, createdAt: { time: createdAt } },
      text: (row) => [row.name],
    }) satisfies Reference<Community['roles'][number]>

  const plain = (area: AreaName): Reference => {
    const { span }: Area = areas[area]
    const fields: Fields = areaFields[area]
    const read = (name: string) => (row: Record<string, unknown>) =>
      row[columnOf(name, fields[name] as Field)] as never
    const sort = (name: string): ((row: Record<string, unknown>) => Key) =>
      fields[name]?.kind === 'line'
        ? (row) => (read(name)(row) === null ? null : named(read(name)(row)))
        : read(name)
    const filter = (name: string): Filter<Record<string, unknown>> => {
      const of = read(name)
      switch (fields[name]?.kind) {
        case 'line':
        case 'note':
        case 'email':
          return { text: of }
        case 'count':
        case 'money':
          return { number: of }
        case 'time':
        case 'day':
          return { time: of }
        default:
          return { holds: of }
      }
    }
    return {
      rows: all[tableOf(area)],
      id,
      shown: () => true,
      gone,
      sorts: Object.fromEntries(namesWhere(fields, 'sortable').map((name) => [name, sort(name)])),
      filters: {
        ...Object.fromEntries(namesWhere(fields, 'filterable').map((name) => [name, filter(name)])),
        ...(span && { from: { from: read(span) }, to: { to: read(span) } }),
      },
      ...(span && { span }),
      text: (row) =>
        namesWhere(fields, 'searchable').map((name) => {
          const isPerson = ['person', 'namedPerson'].includes(fields[name]?.kind ?? '')
          return isPerson ? nameOf(read(name)(row)) : read(name)(row)
        }),
    }
  }

  const waiting = users((row) => row.type === 'admin' && row.status === 'pending')
  const { lastActiveAt: _, deletedAt: __, ...waitingSorts } = waiting.sorts
  const places = placesInTree(all.categories)
  const firstTask = all.task_comments[0]?.task_id ?? ''
  const firstJob = all.job_failures[0]?.job_id ?? ''

  return {
    // What is not worked out by hand below has nothing that its fields don't say.
    ...Object.fromEntries(
      (Object.keys(areas) as AreaName[]).map((area) => [`${area}.list`, plain(area)]),
    ),
    'users.list': users(() => true),
    'users.listAdmins': users((row) => row.type === 'admin'),
    'users.listBusiness': users((row) => row.type === 'business'),
    'accounts.listWaiting': {
      ...waiting,
      sorts: waitingSorts,
      filters: { emailConfirmed: { holds: (row) => row.email_confirmed } },
    } satisfies Reference<Community['users'][number]>,

    'roles.list': roles('active', 'inactive', 'deleted'),
    'roles.listInactive': roles('inactive'),
    'roles.listDeleted': roles('deleted'),

    'events.list': {
      rows: all.events,
      id,
      shown: () => true,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        startsAt: (row) => row.starts_at,
        title: (row) => named(row.title),
        attendeeCount: (row) => row.attendee_count,
      },
      filters: {
        status: {
          holds: (row) => {
            if (row.cancelled) return 'cancelled'
            if (!past(row.starts_at)) return 'scheduled'
            return past(row.ends_at ?? row.starts_at) ? 'ended' : 'live'
          },
        },
        online: { holds: (row) => row.online },
        host: { holds: (row) => row.host_id, empty: (row) => !row.host_id && !row.host_name },
        from: { from: (row) => row.starts_at },
        to: { to: (row) => row.starts_at },
        startsAt: { time: (row) => row.starts_at },
        endsAt: { time: (row) => row.ends_at },
        attendeeCount: { number: (row) => row.attendee_count },
        capacity: { number: (row) => row.capacity },
        location: { text: (row) => row.location },
        createdAt: { time: createdAt },
      },
      span: 'startsAt',
      text: (row) => [row.title, row.description, row.location],
    } satisfies Reference<Community['events'][number]>,

    'polls.list': {
      rows: all.polls,
      id,
      shown: () => true,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        closesAt: (row) => row.closes_at,
        title: (row) => named(row.title),
        responseCount: (row) => row.response_count,
      },
      filters: {
        kind: { holds: (row) => row.kind },
        status: {
          holds: (row) => (row.status === 'open' && past(row.closes_at) ? 'closed' : row.status),
        },
        author: { holds: (row) => row.author_id },
        responseCount: { number: (row) => row.response_count },
        opensAt: { time: (row) => row.opens_at },
        closesAt: { time: (row) => row.closes_at },
        createdAt: { time: createdAt },
      },
      text: (row) => [row.title],
    } satisfies Reference<Community['polls'][number]>,

    'tasks.list': {
      rows: all.tasks,
      id,
      shown: () => true,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        dueAt: (row) => row.due_at,
        priority: (row) => listings.tasks.filters.priority.indexOf(row.priority),
        title: (row) => named(row.title),
      },
      filters: {
        status: { holds: (row) => row.status },
        priority: { holds: (row) => row.priority },
        assignee: { holds: (row) => row.assignee_id },
        about: { holds: (row) => row.about_id },
        overdue: {
          holds: (row) => past(row.due_at) && row.status !== 'done' && row.status !== 'cancelled',
        },
        dueAt: { time: (row) => row.due_at },
        createdAt: { time: createdAt },
      },
      text: (row) => [row.title, nameOf(row.assignee_id)],
    } satisfies Reference<Community['tasks'][number]>,

    'tasks.comments': {
      rows: all.task_comments,
      id,
      shown: (row) => row.task_id === firstTask && live(row),
      sorts: {},
      filters: {},
      params: { id: firstTask },
      order: (row) => -Date.parse(row.created_at),
    } satisfies Reference<Community['task_comments'][number]>,

    'bills.list': {
      rows: all.bills,
      id,
      shown: () => true,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        dueAt: (row) => row.due_at,
        amount: (row) => row.amount,
        number: (row) => named(row.number),
      },
      filters: {
        status: { holds: (row) => row.status },
        currency: { holds: (row) => row.currency },
        payer: { holds: (row) => row.payer_id },
        from: { from: (row) => row.due_at },
        to: { to: (row) => row.due_at },
        amount: { number: (row) => row.amount },
        dueAt: { time: (row) => row.due_at },
        issuedAt: { time: (row) => row.issued_at },
        paidAt: { time: (row) => row.paid_at },
        createdAt: { time: createdAt },
      },
      span: 'dueAt',
      text: (row) => [row.number, row.title, nameOf(row.payer_id) ?? row.payer_name],
      means: (row, text) => isAmountOf(amountsIn(text), row.amount, row.currency),
    } satisfies Reference<Community['bills'][number]>,

    'posts.list': {
      rows: all.posts,
      id,
      shown: () => true,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        likeCount: (row) => row.like_count,
        commentCount: (row) => row.comment_count,
        reportCount: (row) => row.report_count,
      },
      filters: {
        category: { holds: (row) => row.category_id },
        author: { holds: (row) => row.author_id },
        from: { from: createdAt },
        to: { to: createdAt },
        reportCount: { number: (row) => row.report_count },
        openReportCount: { number: (row) => Math.max(0, row.report_count - row.reports_handled) },
        likeCount: { number: (row) => row.like_count },
        commentCount: { number: (row) => row.comment_count },
        createdAt: { time: createdAt },
      },
      span: 'createdAt',
      text: (row) => [row.text, nameOf(row.author_id)],
    } satisfies Reference<Community['posts'][number]>,

    'categories.list': {
      rows: all.categories,
      id,
      shown: () => true,
      gone,
      sorts: {
        createdAt,
        deletedAt,
        position: (row) => places.indexOf(row.id),
        name: (row) => named(row.name),
        postCount: postsIn,
      },
      filters: {
        status: { holds: (row) => row.status },
        parent: { holds: (row) => row.parent_id },
        postCount: { number: postsIn },
        createdAt: { time: createdAt },
      },
      text: (row) => [row.name],
    } satisfies Reference<Community['categories'][number]>,

    'shoppingPosts.list': {
      rows: all.shopping_posts,
      id,
      shown: () => true,
      gone,
      sorts: { createdAt, deletedAt, price: (row) => row.price, title: (row) => named(row.title) },
      filters: {
        status: { holds: (row) => row.status },
        category: { holds: (row) => row.category_id },
        seller: { holds: (row) => row.seller_id },
        includeDeleted: { shows: () => true },
        price: { number: (row) => row.price },
        createdAt: { time: createdAt },
      },
      text: (row) => [row.title, row.description],
    } satisfies Reference<Community['shopping_posts'][number]>,

    'auditLog.list': {
      rows: all.audit_entries,
      id: (row) => String(row.id),
      shown: () => true,
      // Entries of the same moment stand in the order of their numbers.
      sorts: { at: (row) => `${row.at} ${String(row.id).padStart(12, '0')}` },
      filters: {
        actor: { holds: (row) => row.actor_id },
        area: { holds: (row) => row.area },
        record: { holds: (row) => row.record_id },
        action: { holds: (row) => row.action },
        batch: { holds: (row) => row.batch },
        from: { from: (row) => row.at },
        to: { to: (row) => row.at },
      },
      text: (row) => [row.title],
    } satisfies Reference<Community['audit_entries'][number]>,

    'accessReview.list': {
      rows: all.held,
      id,
      shown: () => true,
      sorts: {
        person: ({ person }) => named(person.name),
        permission: ({ place }) => place,
        lastUsed: ({ lastUsed }) => lastUsed,
      },
      filters: {
        ...ofPermission,
        person: { holds: ({ person }) => person.id },
        role: { any: ({ sources }) => sources.flatMap(({ role }) => role?.id ?? []) },
        source: { any: ({ sources }) => sources.map(({ kind }) => kind) },
        condition: { any: ({ sources }) => sources.map((each) => String(each.condition !== null)) },
        service: { holds: ({ person }) => person.service },
      },
      text: ({ person }) => [person.name],
    } satisfies Reference<HeldRow>,

    'accessReview.listRoles': {
      rows: byRole(all.held),
      id,
      shown: () => true,
      sorts: {
        role: ({ role }) => named(role.name),
        permission: ({ place }) => place,
        people: ({ people }) => people,
        lastUsed: ({ lastUsed }) => lastUsed,
      },
      filters: {
        ...ofPermission,
        role: { holds: ({ role }) => role.id },
        condition: { holds: ({ condition }) => condition !== null },
      },
      text: ({ role }) => [role.name],
    } satisfies Reference<RoleRow>,

    'jobs.list': {
      rows: all.jobs,
      id,
      shown: () => true,
      sorts: { createdAt },
      filters: {
        status: { holds: (row) => row.status },
        area: { holds: (row) => row.area },
      },
    } satisfies Reference<Community['jobs'][number]>,

    'proposals.list': {
      rows: all.proposals,
      id,
      shown: () => true,
      sorts: { createdAt },
      filters: {
        status: {
          holds: (row) =>
            row.status === 'waiting' && Date.parse(row.expires_at) <= Date.now()
              ? 'expired'
              : row.status,
        },
        area: { holds: (row) => row.area },
      },
    } satisfies Reference<Community['proposals'][number]>,

    'consents.list': {
      rows: all.consents,
      id,
      shown: () => true,
      sorts: { createdAt },
      filters: {
        status: { holds: consentStatus },
        of: {
          holds: (row) =>
            row.user_id === me ? 'mine' : consentStatus(row) === 'waiting' ? 'forMe' : 'decided',
        },
      },
    } satisfies Reference<Community['consents'][number]>,
    'privacy.list': {
      rows: all.erased_people,
      id,
      shown: () => true,
      sorts: { createdAt },
      filters: {},
    } satisfies Reference<Community['erased_people'][number]>,

    'loans.list': {
      rows: all.loans,
      id,
      shown: () => true,
      sorts: { createdAt },
      filters: {
        status: { holds: statusOfLoan },
        tab: { holds: (row) => tabOfLoan(statusOfLoan(row)) },
      },
    } satisfies Reference<Community['loans'][number]>,

    'jobs.failures': {
      rows: all.job_failures,
      id: (row) => row.record_id ?? '',
      shown: (row) => row.job_id === firstJob,
      sorts: {},
      filters: {},
      params: { id: firstJob },
      order: (row) => row.n,
    } satisfies Reference<Community['job_failures'][number]>,
  }
}

/** Categories as their tree is read: each before those below it, siblings by position, then `_id`. */
function placesInTree(rows: readonly Community['categories'][number][]): string[] {
  const below = (parent: string | null): string[] =>
    rows
      .filter((row) => row.parent_id === parent)
      .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
      .flatMap((row) => [row.id, ...below(row.id)])
  return below(null)
}
