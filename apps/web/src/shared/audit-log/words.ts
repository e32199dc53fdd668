import { kebabOf } from '@steward/contract/areas/area-lists'
import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type {
  AuditArea,
  AuditClient,
  AuditDoor,
} from '@steward/contract/audit-log/audit-log.routes'
import { textOf } from '../../api/answers/read.ts'
import { counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

/** From where a change came, told by its door or, of the API, by its client. */
const sources: Readonly<Record<AuditDoor | AuditClient, string>> = {
  // Also the fallback, where an entry doesn't say from where a change came.
  api: 'Web or API',
  browser: 'Web',
  script: 'API',
  'command line': 'Command line',
  import: 'Import',
  job: 'Job',
  setup: 'Setup',
}

const sourceWords = new Map(Object.entries(sources))

export function doorWord({ through, client }: AuditEntry): string {
  const source = textOf((through === 'api' && client) || through) ?? ''
  return sourceWords.get(source) ?? statusWord(source)
}

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

const together: Readonly<Record<string, string>> = { import: 'one import', job: 'one job' }

export const batchWords = (entry: AuditEntry): string => together[entry.through] ?? 'one change'
