import { kebabOf } from '@steward/contract/areas/area-lists'
import { areas } from '@steward/contract/areas/areas'
import type { Consent, ConsentObstacle, ConsentRule } from '@steward/contract/consents/consents'
import { type Message, msg, t } from '@steward/i18n/reader'
import { jobWords } from '../../shared/jobs/job-words.ts'

type Act = Pick<Consent, 'call' | 'area' | 'action' | 'detail' | 'count'>

/** What is asked for, such as `Delete 3 bills permanently`. */
export function actTitle({ call, area, action, detail, count }: Act): string {
  if (call === 'consents.saveRules') return t('Change what needs a second person')
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

/** Of an erasure, whether what the person wrote stays; undefined of other acts. */
export const contentWords = ({ action, detail }: Pick<Act, 'action' | 'detail'>) =>
  action !== 'erase'
    ? undefined
    : detail === 'delete'
      ? t('Goes: posts, shopping posts, comments and pictures')
      : t('Stays, under “Erased person”')

/** What each rule is about, as a sentence. */
export const ruleWords: Readonly<Record<ConsentRule, Message>> = {
  purge: msg('Nobody deletes permanently alone.'),
  ownerRoles: msg('Nobody changes alone who has the rights of an owner.'),
  bulk: msg('Nobody changes so many records at once alone.'),
  exportPeople: msg('Nobody exports a list of people alone.'),
  rules: msg('No owner weakens these rules alone.'),
}

export const obstacleWords: Readonly<Record<ConsentObstacle, Message>> = {
  own: msg('You ask for this yourself, so somebody else has to agree.'),
  proposer: msg('You proposed this yourself, so somebody else has to agree.'),
  permissions: msg('To decide this, you need every permission of the act itself.'),
  dependent: msg(
    'Whoever asks made your account, or has changed it or your role since a day before they asked. Somebody else has to agree.',
  ),
}

/** The area of the audit log whose fields the records have. */
export const auditAreaOf = (area: Consent['area']) => (area === null ? 'consents' : kebabOf(area))
