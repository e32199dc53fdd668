import { type Kebab, kebabOf } from '@steward/contract/areas/area-lists'
import { type AreaName, areas } from '@steward/contract/areas/areas'
import type { Fields as Described, FieldKind } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { PostReport } from '@steward/contract/posts/posts'
import { spellOut } from '@steward/contract/values/capitalize'
import { feedState } from '../people/feed-state.ts'
import { typeWord } from '../people/user-types.ts'
import { idleWords, secondFactorWords, sessionsWords } from '../permissions/security-words.ts'

export type AuditFieldKind =
  | FieldKind
  /** A value written as its words; also used for a missing value. */
  | 'words'
  /** These kinds are lists, of which only additions and removals are shown. */
  | 'permissions'
  | 'questions'
  | 'list'
  | 'json'

export interface AuditField {
  label: string
  kind: AuditFieldKind
  words?: (value: unknown) => string | null
}

type Fields = Readonly<Record<string, AuditField>>

const isArea = (value: unknown): value is AreaName =>
  typeof value === 'string' && Object.hasOwn(areas, value)

const written = (label: string, words: (value: unknown) => string | null): AuditField => ({
  label,
  kind: 'words',
  words,
})
/** A post's reports as text, such as `Spam (Ada), Rude`. */
const reportsWords = (value: unknown): string | null => {
  const reports = Array.isArray(value) ? (value as PostReport[]) : []
  const words = reports.map(({ reason, reporter }) =>
    [reason ?? 'No reason', reporter ? `(${reporter})` : ''].join(' ').trim(),
  )
  return words.length > 0 ? words.join(', ') : null
}
/** The audited fields of an area; `own` are those that need more than their kind says. */
const of = (fields: Described, own: Fields = {}): Fields => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, label, virtual }]) =>
      // Leaves out `deletedBy`, as the entry's actor is the person who deleted the record.
      virtual || kind === 'other' || kind === 'record' || name === 'deletedBy'
        ? []
        : [[name, { label, kind }]],
    ),
  ),
  ...own,
})

const users = of(areaFields.users, {
  emailConfirmed: written('Address', (value) => (value === true ? 'Confirmed' : 'Not confirmed')),
  type: written('Type', typeWord),
  shoppingFeedStatus: { label: 'Shopping feed', kind: 'status', words: feedState },
})

/** The audited fields of each area, in the order in which entries show them. */
export const fieldsByArea: Readonly<Record<AuditArea, Fields>> = {
  ...(Object.fromEntries(
    (Object.keys(areas) as AreaName[]).map((area) => [kebabOf(area), of(areaFields[area])]),
  ) as Record<Kebab<AreaName>, Fields>),
  roles: of(areaFields.roles, {
    permissions: { label: 'Permissions', kind: 'permissions' },
    requireSecondFactor: written('Second factor', secondFactorWords),
    maxSessions: written('Concurrent sessions', sessionsWords),
    idleMinutes: written('Signed out', idleWords),
  }),
  users,
  accounts: users,
  'saved-views': {
    name: { label: 'Name', kind: 'line' },
    list: { label: 'List', kind: 'status' },
    search: { label: 'Address', kind: 'json' },
    scope: written('For', (value) =>
      value === 'role' ? 'The people of a role' : value === 'me' ? 'One person' : 'Everyone',
    ),
    role: { label: 'Role', kind: 'reference' },
    isDefault: { label: 'Default', kind: 'flag' },
  },
  events: of(areaFields.events, {
    timeZone: { label: 'Time zone', kind: 'line' },
    cancelled: { label: 'Cancelled', kind: 'flag' },
  }),
  polls: of(areaFields.polls, { questions: { label: 'Questions', kind: 'questions' } }),
  tasks: of(areaFields.tasks, {
    aboutArea: written('About', (value) => (isArea(value) ? areas[value].title : 'Nothing')),
  }),
  posts: of(areaFields.posts, {
    reportsHandled: { label: 'Reports handled', kind: 'count' },
    reportsHandledBy: { label: 'Handled by', kind: 'person' },
    reports: written('What was reported', reportsWords),
  }),
  categories: of(areaFields.categories, { color: { label: 'Colour', kind: 'line' } }),
}

const eventFields: Fields = {
  chosen: { label: 'Chosen rows', kind: 'count' },
  query: { label: 'Search and filters', kind: 'json' },
}

/** A label and kind for a field that its area doesn't define, guessed from its value. */
function guessed(name: string, value: unknown): AuditField {
  const label = spellOut(name)
  if (typeof value === 'boolean') return { label, kind: 'flag' }
  if (typeof value === 'number') return { label, kind: 'count' }
  if (Array.isArray(value)) return { label, kind: 'list' }
  if (typeof value === 'object' && value !== null)
    return { label, kind: 'name' in value ? 'reference' : 'json' }
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(value)
  return { label, kind: isTime ? 'time' : 'line' }
}

const fieldsIn = (area: string): Fields =>
  (fieldsByArea as Readonly<Record<string, Fields>>)[area] ?? {}

export function fieldOf(area: string, name: string, value: unknown): AuditField {
  const known = new Map(Object.entries({ ...eventFields, ...fieldsIn(area) }))
  return known.get(name) ?? guessed(name, value)
}

/** The position of a field among those of its area; unknown fields come last. */
export function orderOf(area: string, name: string): number {
  const names = Object.keys(fieldsIn(area))
  const place = names.indexOf(name)
  return place < 0 ? names.length : place
}
