import { type AreaName, areas } from '@steward/contract/areas/areas'
import type { Consent } from '@steward/contract/consents/consents'
import { t } from '@steward/i18n/reader'
import { jobWords } from './job-words.ts'

/** What a request for consent is about. */
export type Act = Pick<Consent, 'call' | 'area' | 'action' | 'detail' | 'count'>

/** What is asked for, such as `Delete 3 bills permanently`. */
export function actTitle({ call, area, action, detail, count }: Act): string {
  if (call === 'consents.saveRules') return t('Change what needs a second person')
  if (call === 'privacy.saveRetention')
    return t('Keep deleted records for {count, plural, one {# day} other {# days}} only', {
      count: Number(detail),
    })
  if (area === null)
    return t('Change who has the rights of an owner: {name}', { name: detail ?? '' })
  const records = t(areas[area].count, { count })
  switch (action) {
    case 'export':
      return t('Export {records}', { records })
    case 'import':
      // i18n: {records} is such as “12 bills”, {file} the name of a file
      return t('Import {records} from {file}', { records, file: detail ?? '' })
    case 'create':
      return t('Create {records}', { records })
    case 'delete':
    case 'keep':
    case 'restore':
    case 'purge':
    case 'role':
    case 'feed':
      return jobWords(doing(action), records).title
    case 'erase':
      return jobWords({ area: 'users', action }, records).title
    case 'undo':
      return t('Undo changes to {records}', { records })
    case 'status':
      return detail === null
        ? t('Change the status of {records}', { records })
        : jobWords(doing('status'), records).title
    default:
      return t('Edit {records}', { records })
  }
  function doing(action: 'delete' | 'keep' | 'restore' | 'purge' | 'role' | 'feed' | 'status') {
    const patch = detail === null ? null : { status: detail }
    return { area: area as Parameters<typeof jobWords>[0]['area'], action, patch }
  }
}

/**
 * What a request for consent is called by the audit log, such as `bills.purge: 3`, in the same words.
 * @param title the area and the action, or of settings the call, and the number of records
 * @returns null where the title is none of a request
 */
export function titleInLog(title: string, detail: string | null): string | null {
  const [, call, of = '', action = '', count] = /^((\w+)\.(\w+)): (\d+)$/.exec(title) ?? []
  if (call === undefined) return null
  const area = of in areas ? (of as AreaName) : null
  // Without its detail it can't be told whose rights were to change.
  if (area === null && detail === null) return null
  return actTitle({ call, area, action, detail, count: Number(count) })
}
