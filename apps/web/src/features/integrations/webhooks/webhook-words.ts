import type { OffReason, Webhook } from '@steward/contract/webhooks/webhooks'
import { type Message, msg, t } from '@steward/i18n/reader'
import { actionWord } from '../../../shared/audit-log/action-badge.tsx'
import { areaWord } from '../../../shared/audit-log/words.ts'
import { inRow } from '../../../ui/format/phrases.ts'

/** How a webhook is, in one word. */
export function stateOfWebhook({ state, failures }: Webhook): 'on' | 'failing' | 'off' {
  return state === 'off' ? 'off' : failures > 0 ? 'failing' : 'on'
}

const whys: Readonly<Record<OffReason, Message>> = {
  person: msg('Somebody has switched it off.'),
  failing: msg('An event could not be sent for three days.'),
  gone: msg('Its receiver answered “410 Gone”: it wants no more events.'),
  owner: msg('Its owner may not set up integrations any more.'),
  filter: msg('Its filter doesn’t fit its list any more, or its owner may not use it.'),
  restored: msg('It came back with a backup, and sends nothing until somebody switches it on.'),
}

/** Why a webhook is off; null for one that is on. */
export const whyOff = ({ offReason }: Webhook): string | null =>
  offReason === null ? null : t(whys[offReason] ?? msg('It is switched off.'))

/** What a webhook tells, by its areas and actions. */
export function toldWords({ areas, actions }: Pick<Webhook, 'areas' | 'actions'>): string {
  const what = areas.length === 0 ? t('Everything') : inRow(areas.map(areaWord))
  if (actions.length === 0) return what
  return t('{areas}: {actions}', { areas: what, actions: inRow(actions.map(actionWord)) })
}
