import { kebabOf } from '@steward/contract/areas/area-lists'
import type { Consent, ConsentObstacle, ConsentRule } from '@steward/contract/consents/consents'
import { type Message, msg, t } from '@steward/i18n/reader'
import type { Act } from '../../shared/acts/act-words.ts'

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
