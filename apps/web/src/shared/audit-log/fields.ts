import { type Kebab, kebabOf } from '@steward/contract/areas/area-lists'
import { type AreaName, areas } from '@steward/contract/areas/areas'
import type { Fields as Described, FieldKind } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { PostReport } from '@steward/contract/posts/posts'
import { type RetentionArea, retentionWords } from '@steward/contract/privacy/places'
import { spellOut } from '@steward/contract/values/capitalize'
import { msg, t } from '@steward/i18n/reader'
import { isObject } from '../../api/answers/read.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { feedState } from '../people/feed-state.ts'
import { typeWord } from '../people/user-types.ts'
import { idleWords, secondFactorWords, sessionsWords } from '../permissions/security-words.ts'

export type AuditFieldKind =
  | FieldKind
  /** A value written as its words; also used for a missing value. */
  | 'words'
  /** These kinds are lists, of which only additions and removals are shown. */
  | 'permissions'
  | 'conditions'
  | 'fieldRules'
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
    [reason ?? t('No reason'), reporter ? `(${reporter})` : ''].join(' ').trim(),
  )
  return words.length > 0 ? inRow(words) : null
}
/** Names in a row; everything where there are none. */
const listWords = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? inRow(value.map(String)) : t('Everything')
/** Words of the community by language and form, such as `member: neighbour`. */
const ownWordsText = (value: unknown): string | null => {
  const languages = typeof value === 'object' && value !== null ? Object.values(value) : []
  const pairs = languages.flatMap((own: Record<string, unknown>) => Object.entries(own))
  return pairs.length > 0 ? inRow(pairs.map(([form, word]) => `${form}: ${word}`)) : null
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
  emailConfirmed: written(msg('Address', 'whether an e-mail address is confirmed'), (value) =>
    value === true ? t('Confirmed') : t('Not confirmed'),
  ),
  type: written(msg('Type'), typeWord),
  shoppingFeedStatus: { label: msg('Shopping feed'), kind: 'status', words: feedState },
})

/** For how many days what is kept, such as “Sign-ins: 90, Deleted records: kept”. */
const daysText = (value: unknown) =>
  isObject(value)
    ? Object.entries(value)
        .map(([area, days]) =>
          // i18n: {what} is such as “Sign-ins”, {days} a number or “kept”
          t('{what}: {days}', {
            what: t(retentionWords[area as RetentionArea] ?? area),
            days: typeof days === 'number' ? days : t('kept', {}, 'for ever'),
          }),
        )
        .join(', ')
    : null

/** Entries one after another; none where there are none. */
const inRows = (value: unknown) =>
  (Array.isArray(value) ? value : []).map(String).join(', ') || t('None')

/** The audited fields of each area, in the order in which entries show them. */
export const fieldsByArea: Readonly<Record<AuditArea, Fields>> = {
  ...(Object.fromEntries(
    (Object.keys(areas) as AreaName[]).map((area) => [kebabOf(area), of(areaFields[area])]),
  ) as Record<Kebab<AreaName>, Fields>),
  roles: of(areaFields.roles, {
    permissions: { label: msg('Permissions'), kind: 'permissions' },
    conditions: { label: msg('Conditions'), kind: 'conditions' },
    // i18n: which fields a role doesn’t show or let change
    fieldRules: { label: msg('Fields'), kind: 'fieldRules' },
    requireSecondFactor: written(msg('Second factor'), secondFactorWords),
    maxSessions: written(msg('Concurrent sessions'), sessionsWords),
    // i18n: when somebody idle is signed out
    idleMinutes: written(msg('Signed out', 'whoever is idle'), idleWords),
  }),
  users,
  accounts: users,
  'saved-views': {
    name: { label: msg('Name'), kind: 'line' },
    list: { label: msg('List'), kind: 'status' },
    search: { label: msg('Address'), kind: 'json' },
    // i18n: whom a saved view is for
    scope: written(msg('For'), (value) =>
      value === 'role'
        ? t('The people of a role')
        : value === 'me'
          ? t('One person')
          : t('Everyone'),
    ),
    role: { label: msg('Role'), kind: 'reference' },
    isDefault: { label: msg('Default'), kind: 'flag' },
  },
  'personal-data': {
    days: written(msg('Days that it is kept'), daysText),
  },
  words: {
    words: written(msg('Words'), ownWordsText),
  },
  consents: {
    rules: { label: msg('Rules'), kind: 'line' },
    records: { label: msg('Records'), kind: 'count' },
    reason: { label: msg('Reason'), kind: 'note' },
    status: { label: msg('Status'), kind: 'status' },
    purge: { label: msg('Deleting permanently'), kind: 'flag' },
    ownerRoles: { label: msg('Changing who has the rights of an owner'), kind: 'flag' },
    exportPeople: { label: msg('Exporting lists of people'), kind: 'flag' },
    bulk: { label: msg('Changing many records at once'), kind: 'count' },
  },
  integrations: {
    name: { label: msg('Name'), kind: 'line' },
    account: { label: msg('Service account'), kind: 'reference' },
    // i18n: how a key begins
    prefix: { label: msg('Begins with'), kind: 'line' },
    networks: written(msg('Networks'), (value) => (value as string[]).join(', ') || t('Anywhere')),
    maxPerMinute: { label: msg('Calls a minute'), kind: 'count' },
    expiresAt: { label: msg('Expires'), kind: 'time' },
    url: { label: msg('Address'), kind: 'line' },
    areas: written(msg('Areas'), listWords),
    actions: written(msg('Actions'), listWords),
    filter: { label: msg('Filter'), kind: 'line' },
    owner: { label: msg('Owner'), kind: 'reference' },
    state: written(msg('State'), (value) => statusWord(String(value))),
    offReason: { label: msg('Reason'), kind: 'line' },
    area: { label: msg('Area'), kind: 'line' },
    does: { label: msg('Action'), kind: 'line' },
    records: { label: msg('Records'), kind: 'count' },
    reason: { label: msg('Reason'), kind: 'note' },
    status: { label: msg('Status'), kind: 'status' },
    recordsPerHour: { label: msg('Records an hour'), kind: 'count' },
    // Of identity providers.
    enabled: { label: msg('Turned on'), kind: 'flag' },
    issuer: { label: msg('Issuer'), kind: 'line' },
    clientId: { label: msg('Client ID'), kind: 'line' },
    hasSecret: { label: msg('Client secret'), kind: 'flag' },
    tokenAuth: { label: msg('The secret is sent'), kind: 'line' },
    scopes: { label: msg('Scopes'), kind: 'line' },
    subjectClaim: { label: msg('A person is told from others by'), kind: 'line' },
    groupsClaim: { label: msg('Claim with the groups'), kind: 'line' },
    groupRoles: written(msg('Groups and roles'), inRows),
    admission: written(msg('Who is admitted'), inRows),
    linksAccounts: { label: msg('Link accounts with the same e-mail address'), kind: 'flag' },
    clockSkewSeconds: { label: msg('Seconds that the clocks may differ'), kind: 'count' },
    acrValues: { label: msg('Level of authentication at sign-in (acr)'), kind: 'line' },
    stepUpMaxAge: { label: msg('Seconds since the proof that a step-up accepts'), kind: 'count' },
    stepUpAcrValues: { label: msg('Level of authentication at a step-up (acr)'), kind: 'line' },
    endsSession: { label: msg('Signing out here signs out there too'), kind: 'flag' },
    provisioner: { label: msg('Service account'), kind: 'line' },
    passwordsOff: { label: msg('Passwords turned off'), kind: 'flag' },
    attributes: written(msg('Attributes'), (value) => (value as string[]).join(', ')),
    joined: { label: msg('Joined', 'people who joined a group'), kind: 'count' },
    left: { label: msg('Left', 'people who left a group'), kind: 'count' },
  },
  events: of(areaFields.events, {
    timeZone: { label: msg('Time zone'), kind: 'line' },
    cancelled: { label: msg('Cancelled'), kind: 'flag' },
  }),
  polls: of(areaFields.polls, { questions: { label: msg('Questions'), kind: 'questions' } }),
  tasks: of(areaFields.tasks, {
    // i18n: what a task is about, or nothing
    aboutArea: written(msg('About'), (value) =>
      isArea(value) ? t(areas[value].title) : t('Nothing'),
    ),
  }),
  posts: of(areaFields.posts, {
    reportsHandled: { label: msg('Reports handled'), kind: 'count' },
    reportsHandledBy: { label: msg('Handled by'), kind: 'person' },
    reports: written(msg('What was reported'), reportsWords),
  }),
  categories: of(areaFields.categories, { color: { label: msg('Colour'), kind: 'line' } }),
}

const eventFields: Fields = {
  chosen: { label: msg('Chosen rows'), kind: 'count' },
  query: { label: msg('Search and filters'), kind: 'json' },
  // Of an erasure.
  entries: { label: msg('Entries'), kind: 'count' },
  values: { label: msg('Erased values'), kind: 'count' },
  // Of a hash chain that was begun anew, the one before.
  seals: { label: msg('Seals before'), kind: 'count' },
  head: { label: msg('Last hash before'), kind: 'line' },
  findings: { label: msg('Findings before'), kind: 'count' },
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

/** A field with its label in the reader’s language. */
export function fieldOf(area: string, name: string, value: unknown): AuditField {
  const known = new Map(Object.entries({ ...eventFields, ...fieldsIn(area) }))
  const field = known.get(name) ?? guessed(name, value)
  return { ...field, label: t(field.label) }
}

/** The position of a field among those of its area; unknown fields come last. */
export function orderOf(area: string, name: string): number {
  const names = Object.keys(fieldsIn(area))
  const place = names.indexOf(name)
  return place < 0 ? names.length : place
}
