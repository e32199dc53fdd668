import { kebabOf } from '@steward/contract/areas/area-lists'
import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type {
  AuditArea,
  AuditClient,
  AuditDoor,
} from '@steward/contract/audit-log/audit-log.routes'
import { type Message, msg, t } from '@steward/i18n/reader'
import { textOf } from '../../api/answers/read.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { titleInLog } from '../acts/act-words.ts'

/** From where a change came, told by its door or, of the API, by its client. */
const sources: Readonly<Record<AuditDoor | AuditClient, string>> = {
  // Also the fallback, where an entry doesn't say from where a change came.
  api: msg('Web or API'),
  browser: msg('Web'),
  script: msg('API'),
  'command line': msg('Command line'),
  // i18n: a noun: a change came from an import
  import: msg('Import', 'a thing'),
  job: msg('Job'),
  setup: msg('Setup'),
}

const sourceWords = new Map(Object.entries(sources))

export function doorWord({ through, client }: AuditEntry): string {
  const source = textOf((through === 'api' && client) || through) ?? ''
  return t(sourceWords.get(source) ?? statusWord(source))
}

const areaNames = new Map(
  (Object.keys(areas) as AreaName[]).map((name) => [kebabOf(name) as AuditArea, name]),
)

/** The area of an entry; entries about signing in belong to users. */
export const areaNameOf = (area: unknown): AreaName | undefined =>
  area === 'accounts' ? 'users' : areaNames.get(area as AuditArea)

/** The name of an entry's area; in the audit log, signing in and saved views are areas as well. */
export const areaWord = (area: unknown): string => t(areaMessage(area))

/** The same as a message. */
export function areaMessage(area: unknown): Message {
  if (area === 'accounts') return msg('Accounts')
  if (area === 'saved-views') return msg('Saved views')
  if (area === 'words') return msg('Words')
  if (area === 'integrations') return msg('Integrations')
  if (area === 'consents') return msg('Approvals')
  if (area === 'personal-data') return msg('Personal data')
  const name = areaNameOf(area)
  return name ? areas[name].title : statusWord(textOf(area) ?? '')
}

/** What stands in place of a value that was erased. */
export const erasedWord = (): string => t('Erased', {}, 'a value')

/** Whether a part of an entry was erased, such as `actor`, `record` or `before.name`. */
export const isErased = (entry: Pick<AuditEntry, 'erased'>, part: string): boolean =>
  entry.erased?.includes(part) ?? false

/** A request for consent as the page of approvals says it, or the rules of which. */
const consentWords = (title: string, detail: string | null): string | null =>
  title === 'rules' ? t('Rules') : titleInLog(title, detail)

export function recordWords(entry: AuditEntry): string {
  if (isErased(entry, 'record')) return erasedWord()
  // Of an entry about an erasure; it can't say whose.
  if (entry.action === 'erase') return t('An erased person')
  const title = entry.record?.title ?? null
  if (title !== null)
    return (entry.area === 'consents' ? consentWords(title, entry.detail) : null) ?? title
  const named: Area | undefined = areas[areaNameOf(entry.area) ?? 'users']
  const count = entry.count
  // i18n: {one} is a singular noun such as “bill”
  if (entry.record) return t('Untitled {one}', { one: t(named.one) })
  return count > 1 ? t(named.count, { count }) : '—'
}

/** Who made a change; if it has no actor, says so or names where it came from. */
export function actorWords(entry: AuditEntry): string {
  const actor = entry.actor
  if (isErased(entry, 'actor')) return erasedWord()
  if (actor !== null) return actor.name
  return entry.through === 'api' || !entry.through ? t('Nobody signed in') : doorWord(entry)
}

/** What several entries are part of. */
export const batchWords = (entry: AuditEntry): string =>
  t('{through, select, import {one import} job {one job} other {one change}}', {
    through: entry.through,
  })

export const allOfBatchWords = (entry: AuditEntry): string =>
  t(
    '{through, select, import {All of one import} job {All of one job} other {All of one change}}',
    { through: entry.through },
  )
