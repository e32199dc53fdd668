import type { OffReason } from '@steward/contract/webhooks/webhooks'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import type { EmailTemplate } from '../../mail/email-template.ts'
import { utcNow } from '../authentication/email-templates.ts'

const whys: Record<Exclude<OffReason, 'person' | 'restored'>, Said> = {
  failing: msg('Its receiver has taken an event in none of many tries within three days.'),
  gone: msg('Its receiver has answered “410 Gone”, which means that it wants no more events.'),
  owner: msg(
    'Its owner may not set up integrations any more, so it has nobody whose view of the records it could send.',
  ),
  filter: msg('Its filter does not fit its list any more, or its owner may not use it.'),
}

/** That a webhook has been switched off by itself. */
export const offEmail = (name: string, reason: OffReason): EmailTemplate => ({
  kind: 'webhook-off',
  subject: say('The webhook “{name}” has been switched off', { name }),
  paragraphs: [
    say('The webhook “{name}” was switched off at {time}.', { name, time: utcNow() }),
    ...(reason in whys ? [whys[reason as keyof typeof whys]] : []),
    msg(
      'Nothing is lost: once somebody switches it on again, it can send everything that has happened since.',
    ),
  ],
  action: { label: msg('View webhooks'), path: '/integrations/webhooks' },
})
