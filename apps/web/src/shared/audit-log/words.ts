import { kebabOf } from '@steward/contract/areas/area-lists'
import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import type {
  AuditAction,
  AuditArea,
  AuditClient,
  AuditDoor,
} from '@steward/contract/system/audit-log.routes'
import { textOf } from '../../api/read.ts'
import { counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

const actions: Readonly<Record<AuditAction, string>> = {
  create: 'Created',
  update: 'Changed',
  status: 'Status changed',
  image: 'Picture changed',
  delete: 'Deleted',
  restore: 'Restored',
  purge: 'Deleted permanently',
  undo: 'Undone',
  comment: 'Commented',
  keep: 'Kept',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Signed out',
  'session-end': 'Session ended',
  export: 'Exported',
  import: 'Imported',
  job: 'Job started',
}

const doors: Readonly<Record<AuditDoor, string>> = {
  // Also the fallback, where an entry doesn't say from where a change came.
  api: 'Web or API',
  'command line': 'Command line',
  import: 'Import',
  job: 'Job',
  setup: 'Setup',
}

const wordIn = (words: Readonly<Record<string, string>>, word: unknown): string => {
  const text = textOf(word) ?? ''
  return Object.hasOwn(words, text) ? (words[text] ?? '') : statusWord(text)
}

export const actionWord = (action: unknown): string => wordIn(actions, action)

const clients: Readonly<Record<AuditClient, string>> = { browser: 'Web', script: 'API' }

export const doorWord = ({ through, client }: AuditEntry): string =>
  through === 'api' && client ? wordIn(clients, client) : wordIn(doors, through)

const areaNames = new Map(
  (Object.keys(areas) as AreaName[]).map((name) => [kebabOf(name) as AuditArea, name]),
)

/** The area of an entry; entries about signing in belong to users. */
export const areaNameOf = (area: unknown): AreaName | undefined =>
  area === 'accounts' ? 'users' : areaNames.get(area as AuditArea)

/** The name of an entry's area; in the audit log, signing in and saved views are areas as well. */
export function areaWord(area: unknown): string {
  if (area === 'accounts') return 'Accounts'
  if (area === 'saved-views') return 'Saved views'
  const name = areaNameOf(area)
  return name ? areas[name].title : statusWord(textOf(area) ?? '')
}

export function recordWords(entry: AuditEntry): string {
  const title = entry.record?.title ?? null
  if (title !== null) return title
  const named: Area | undefined = areas[areaNameOf(entry.area) ?? 'users']
  const count = entry.count
  if (entry.record) return `Untitled ${named.one}`
  return count > 1 ? counted(count, named.one, named.many) : '—'
}

/** Who made a change; if it has no actor, says so or names where it came from. */
export function actorWords(entry: AuditEntry): string {
  const actor = entry.actor
  if (actor !== null) return actor.name
  return entry.through === 'api' || !entry.through ? 'Nobody signed in' : doorWord(entry)
}

export const entryTitle = (entry: AuditEntry): string =>
  `${actionWord(entry.action)}: ${recordWords(entry)}`

const together: Readonly<Record<string, string>> = { import: 'one import', job: 'one job' }

export const batchWords = (entry: AuditEntry): string => together[entry.through] ?? 'one change'
