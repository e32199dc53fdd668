import { areas as ofAreas } from '@steward/contract/areas'
import type { RecordTable } from '../db/tables.ts'
import { readCurrency } from './money.ts'
import { buildQuestions, isPollField } from './polls.ts'
import {
  BadField,
  readChoice,
  readCount,
  readEmail,
  readFlag,
  readLine,
  readRoundedCount,
  readText,
} from './values.ts'

/** What a field's text becomes. Money and people are read by what stands around them. */
export type Reader =
  | { kind: 'plain'; read: (text: string) => unknown }
  | { kind: 'time' }
  | { kind: 'money' }
  | { kind: 'category' }
  /** Unknown people are refused, or kept by their name where `nameColumn` is given. */
  | { kind: 'person'; nameColumn?: string }

/** One field of an area: how its text is read, and the column of the table that it fills. */
export interface Field {
  reader: Reader
  column: string
  required?: boolean
  /** What stands in the table where the file has nothing; null unless given. */
  fallback?: unknown
}

/** An area that files can be imported into. */
export interface Area {
  table: RecordTable
  fields: Record<string, Field>
  /** Fields beside those of the table: `option1.text`. */
  accepts?: (field: string) => boolean
  /** Works on a whole row, once its fields are read. */
  finish?: (row: Record<string, unknown>, given: Record<string, string>) => void
}

const plain = (read: (text: string) => unknown): Reader => ({ kind: 'plain', read })
const line = plain(readLine)
const long = plain((text) => readText(text, 10_000))
const count = plain(readCount)
const flag = plain(readFlag)
const choice = (words: readonly string[]) => plain((text) => readChoice(text, words))
const time: Reader = { kind: 'time' }
const person = (nameColumn?: string): Reader => ({
  kind: 'person',
  ...(nameColumn ? { nameColumn } : {}),
})
const category: Reader = { kind: 'category' }
const money: Reader = { kind: 'money' }

const dated: Record<string, Field> = {
  createdAt: { reader: time, column: 'created_at' },
  updatedAt: { reader: time, column: 'updated_at' },
}

/** Every area with its fields; what a field is called is what the contract calls it. */
export const areas = {
  members: {
    table: 'users',
    fields: {
      name: { reader: line, column: 'name', required: true },
      email: { reader: plain(readEmail), column: 'email' },
      phone: { reader: line, column: 'phone' },
      // Admins come in by the front door, with a role that somebody chose for them.
      type: { reader: choice(['member', 'business']), column: 'type', fallback: 'member' },
      status: { reader: choice(ofAreas.users.statuses), column: 'status', fallback: 'active' },
      shoppingFeedStatus: {
        reader: choice(ofAreas.users.filters.shoppingFeedStatus),
        column: 'shopping_feed_status',
        fallback: 'active',
      },
      businessName: { reader: line, column: 'business_name' },
      location: { reader: line, column: 'location' },
      about: { reader: long, column: 'about' },
      lastActiveAt: { reader: time, column: 'last_active_at' },
      ...dated,
    },
  },
  posts: {
    table: 'posts',
    fields: {
      text: { reader: long, column: 'text', required: true },
      author: { reader: person(), column: 'author_id' },
      category: { reader: category, column: 'category_id' },
      likeCount: { reader: count, column: 'like_count', fallback: 0 },
      commentCount: { reader: count, column: 'comment_count', fallback: 0 },
      reportCount: { reader: count, column: 'report_count', fallback: 0 },
      ...dated,
    },
    finish: (row) => {
      row.images = []
    },
  },
  events: {
    table: 'events',
    fields: {
      title: { reader: line, column: 'title', required: true },
      description: { reader: long, column: 'description' },
      startsAt: { reader: time, column: 'starts_at', required: true },
      endsAt: { reader: time, column: 'ends_at' },
      location: { reader: line, column: 'location' },
      online: { reader: flag, column: 'online', fallback: false },
      host: { reader: person('host_name'), column: 'host_id' },
      capacity: { reader: count, column: 'capacity' },
      attendeeCount: { reader: count, column: 'attendee_count', fallback: 0 },
      status: {
        reader: plain((text) => readChoice(text, ofAreas.events.statuses) === 'cancelled'),
        column: 'cancelled',
        fallback: false,
      },
      ...dated,
    },
    finish: (row) => {
      if (row.ends_at && (row.ends_at as string) < (row.starts_at as string)) {
        throw new BadField('endsAt', 'is before startsAt')
      }
    },
  },
  polls: {
    table: 'polls',
    fields: {
      kind: { reader: choice(ofAreas.polls.filters.kind), column: 'kind', fallback: 'poll' },
      title: { reader: line, column: 'title', required: true },
      description: { reader: long, column: 'description' },
      author: { reader: person(), column: 'author_id' },
      responseCount: { reader: plain(readRoundedCount), column: 'response_count', fallback: 0 },
      opensAt: { reader: time, column: 'opens_at' },
      closesAt: { reader: time, column: 'closes_at' },
      status: { reader: choice(ofAreas.polls.statuses), column: 'status', fallback: 'open' },
      ...dated,
    },
    accepts: isPollField,
    finish: buildQuestions,
  },
  tasks: {
    table: 'tasks',
    fields: {
      title: { reader: line, column: 'title', required: true },
      description: { reader: long, column: 'description' },
      assignee: { reader: person(), column: 'assignee_id' },
      dueAt: { reader: time, column: 'due_at' },
      priority: {
        reader: choice(ofAreas.tasks.filters.priority),
        column: 'priority',
        fallback: 'normal',
      },
      status: { reader: choice(ofAreas.tasks.statuses), column: 'status', fallback: 'todo' },
      ...dated,
    },
  },
  bills: {
    table: 'bills',
    fields: {
      // Left out, a number is generated.
      number: { reader: line, column: 'number' },
      title: { reader: line, column: 'title', required: true },
      payer: { reader: person('payer_name'), column: 'payer_id', required: true },
      amount: { reader: money, column: 'amount', required: true },
      currency: { reader: plain(readCurrency), column: 'currency' },
      status: { reader: choice(ofAreas.bills.statuses), column: 'status', fallback: 'draft' },
      issuedAt: { reader: time, column: 'issued_at' },
      dueAt: { reader: time, column: 'due_at' },
      paidAt: { reader: time, column: 'paid_at' },
      notes: { reader: long, column: 'notes' },
      ...dated,
    },
    finish: (row) => {
      const { issued_at, due_at, paid_at, status } = row as Record<string, string | null>
      if (issued_at && due_at && due_at < issued_at)
        throw new BadField('dueAt', 'is before issuedAt')
      if (paid_at && status !== 'paid') throw new BadField('paidAt', 'is for bills that are paid')
    },
  },
  'shopping-posts': {
    table: 'shopping_posts',
    fields: {
      title: { reader: line, column: 'title', required: true },
      description: { reader: long, column: 'description' },
      price: { reader: money, column: 'price', required: true },
      currency: { reader: plain(readCurrency), column: 'currency' },
      seller: { reader: person(), column: 'seller_id' },
      category: { reader: category, column: 'category_id' },
      status: {
        reader: choice(ofAreas.shoppingPosts.statuses),
        column: 'status',
        fallback: 'available',
      },
      deletedAt: { reader: time, column: 'deleted_at' },
      ...dated,
    },
    finish: (row) => {
      row.images = []
    },
  },
} as const satisfies Record<string, Area>

/** The name of an area. */
export type AreaName = keyof typeof areas
