import { type AreaName, areas } from '@steward/contract/areas'
import type { AuditArea } from '@steward/contract/audit-log.routes'
import type { PostReport } from '@steward/contract/posts'
import { listOf, textOf } from '../../api/read.ts'
import { feedState } from '../people/feed-state.ts'
import { typeWord } from '../people/type-word.ts'
import { idleWords, secondFactorWords, sessionsWords } from '../permissions/security-words.ts'

/** What kind of value a field of a record holds, which decides how it is written. */
export type FieldKind =
  | 'text'
  | 'time'
  /** A day without an hour. */
  | 'day'
  | 'number'
  | 'flag'
  | 'state'
  | 'person'
  | 'reference'
  | 'picture'
  /** Written by `words`, a missing value too. */
  | 'words'
  /** An amount in minor units; the record's `currency` says of what. */
  | 'money'
  /** Lists, of which only what came and what went is told. */
  | 'pictures'
  | 'permissions'
  | 'questions'
  | 'list'
  | 'json'

/** A field of a record as the audit log tells it. */
export interface AuditField {
  /** The label that the record and its form have for it. */
  label: string
  kind: FieldKind
  /** How a value is called, where that is not the value itself. */
  words?: (value: unknown) => string | null
}

type Fields = Readonly<Record<string, AuditField>>

const isArea = (value: unknown): value is AreaName =>
  typeof value === 'string' && Object.hasOwn(areas, value)

const of =
  (kind: FieldKind) =>
  (label: string): AuditField => ({ label, kind })
const text = of('text')
const time = of('time')
const day = of('day')
const number = of('number')
const flag = of('flag')
const person = of('person')
const reference = of('reference')
const status = { label: 'Status', kind: 'state' } as const
const picture = { label: 'Picture', kind: 'picture' } as const
const pictures = { label: 'Images', kind: 'pictures' } as const
const written = (label: string, words: (value: unknown) => string | null): AuditField => ({
  label,
  kind: 'words',
  words,
})
/** `Spam (Ada), Rude` */
const reportsWords = (value: unknown): string | null => {
  const reports = listOf(Array.isArray(value) ? (value as (Partial<PostReport> | null)[]) : [])
  const words = reports.map(({ reason, reporter }) =>
    [textOf(reason) ?? 'No reason', textOf(reporter) === null ? '' : `(${reporter})`]
      .join(' ')
      .trim(),
  )
  return words.length > 0 ? words.join(', ') : null
}
const made = { createdAt: time('Created') }
const kept = { ...made, deletedAt: time('Deleted') }

const users: Fields = {
  image: picture,
  name: text('Name'),
  email: text('E-mail'),
  emailConfirmed: written('Address', (value) => (value === true ? 'Confirmed' : 'Not confirmed')),
  phone: text('Phone'),
  type: written('Type', typeWord),
  role: reference('Role'),
  status,
  shoppingFeedStatus: { label: 'Shopping feed', kind: 'state', words: feedState },
  businessName: text('Business'),
  location: text('Location'),
  about: text('About'),
  ...kept,
}

/**
 * The fields of the records of each area, as the server names them, in the order in which they are
 * told. The labels are those of the records and forms; a test holds them together.
 */
export const fieldsByArea: Readonly<Record<AuditArea, Fields>> = {
  roles: {
    image: picture,
    name: text('Name'),
    description: text('Description'),
    status,
    permissions: { label: 'Permissions', kind: 'permissions' },
    requireSecondFactor: written('Second factor', secondFactorWords),
    maxSessions: written('Concurrent sessions', sessionsWords),
    idleMinutes: written('Signed out', idleWords),
    system: flag('System role'),
    ...made,
  },
  users,
  accounts: users,
  'saved-views': {
    name: text('Name'),
    list: { label: 'List', kind: 'state' },
    search: { label: 'Address', kind: 'json' },
    scope: written('For', (value) =>
      value === 'role' ? 'The people of a role' : value === 'me' ? 'One person' : 'Everyone',
    ),
    role: reference('Role'),
    isDefault: flag('Default'),
    position: number('Position'),
  },
  events: {
    image: picture,
    title: text('Title'),
    status,
    startsAt: time('Starts'),
    endsAt: time('Ends'),
    timeZone: text('Time zone'),
    location: text('Location'),
    online: flag('Online'),
    host: person('Host'),
    attendeeCount: number('Attendees'),
    capacity: number('Capacity'),
    description: text('Description'),
    cancelled: flag('Cancelled'),
    ...made,
  },
  polls: {
    title: text('Title'),
    kind: { label: 'Kind', kind: 'state' },
    status,
    author: person('Author'),
    responseCount: number('Responses'),
    opensAt: time('Opens'),
    closesAt: time('Closes'),
    description: text('Description'),
    questions: { label: 'Questions', kind: 'questions' },
    ...made,
  },
  tasks: {
    title: text('Title'),
    status,
    priority: { label: 'Priority', kind: 'state' },
    dueAt: time('Due'),
    assignee: person('Assignee'),
    aboutArea: {
      label: 'About',
      kind: 'words',
      words: (value) => (isArea(value) ? areas[value].title : 'Nothing'),
    },
    description: text('Description'),
    ...made,
  },
  bills: {
    number: text('Number'),
    title: text('Title'),
    amount: { label: 'Amount', kind: 'money' },
    currency: text('Currency'),
    status,
    payer: person('Payer'),
    issuedAt: day('Issued'),
    dueAt: day('Due'),
    paidAt: time('Paid'),
    notes: text('Notes'),
    ...kept,
  },
  posts: {
    text: text('Text'),
    images: pictures,
    author: person('Author'),
    category: reference('Category'),
    likeCount: number('Likes'),
    commentCount: number('Comments'),
    reportCount: number('Reports'),
    reportsHandled: number('Reports handled'),
    reportsHandledAt: time('Handled'),
    reportsHandledBy: person('Handled by'),
    reports: written('What was reported', reportsWords),
    ...kept,
  },
  categories: {
    image: picture,
    name: text('Name'),
    slug: text('Slug'),
    parent: reference('Parent'),
    position: number('Position'),
    status,
    color: text('Colour'),
    description: text('Description'),
    ...kept,
  },
  'shopping-posts': {
    title: text('Title'),
    price: { label: 'Price', kind: 'money' },
    currency: text('Currency'),
    status,
    seller: person('Seller'),
    category: reference('Category'),
    description: text('Description'),
    images: pictures,
    ...kept,
  },
}

/** What is told of something that is no change of a record, such as an export. */
const eventFields: Fields = {
  rows: number('Rows'),
  chosen: number('Chosen rows'),
  columns: { label: 'Columns', kind: 'list' },
  query: { label: 'Search and filters', kind: 'json' },
}

/** `businessName` → `Business name` */
function spelled(name: string): string {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** What a value that nobody told the kind of seems to be. */
function guessed(name: string, value: unknown): AuditField {
  const label = spelled(name)
  if (typeof value === 'boolean') return { label, kind: 'flag' }
  if (typeof value === 'number') return { label, kind: 'number' }
  if (Array.isArray(value)) return { label, kind: 'list' }
  if (typeof value === 'object' && value !== null)
    return { label, kind: 'name' in value ? 'reference' : 'json' }
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(value)
  return { label, kind: isTime ? 'time' : 'text' }
}

/**
 * How a field is told.
 * @param value one of its values, by which a field is told that isn't known here
 */
export function fieldOf(area: string, name: string, value: unknown): AuditField {
  const fields = (fieldsByArea as Readonly<Record<string, Fields>>)[area] ?? {}
  for (const known of [fields, eventFields])
    if (Object.hasOwn(known, name)) return known[name] as AuditField
  return guessed(name, value)
}

/** The place of a field among those of its area; behind them where it isn't known. */
export function placeOf(area: string, name: string): number {
  const names = Object.keys((fieldsByArea as Readonly<Record<string, Fields>>)[area] ?? {})
  const place = names.indexOf(name)
  return place < 0 ? names.length : place
}
