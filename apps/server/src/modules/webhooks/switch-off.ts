import type { OffReason } from '@steward/contract/webhooks/webhooks'
import { write } from '../../db/write/write.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { findActiveOwners } from '../roles/owners.store.ts'
import { offEmail } from './webhook-emails.ts'
import { findHolder, findReceiver, switchOff } from './webhooks.store.ts'

/**
 * Switches a webhook off that can't go on, and tells its owner and the owners by e-mail. Nothing is lost by that: it keeps
 * its place in the audit log.
 */
export async function switchOffByItself(
  { db, mailer, background }: Pick<Services, 'db' | 'mailer' | 'background'>,
  id: string,
  reason: OffReason,
): Promise<void> {
  const webhook = await write(db, { system: 'webhooks' }, async ({ tx, note }) => {
    if (!(await switchOff(tx, id, reason))) return undefined
    const off = await findReceiver(tx, id)
    if (!off) return undefined
    note({
      area: 'integrations',
      action: 'status',
      record: { id, title: off.name },
      before: { state: 'on' },
      after: { state: 'off', off_reason: reason },
    })
    return off
  })
  if (!webhook) return
  background.run(async () => {
    const holder = webhook.owner_id === null ? [] : await findHolder(db, webhook.owner_id)
    const owners = await findActiveOwners(db)
    const others = owners.filter((owner) => holder.every((each) => each.id !== owner.id))
    for (const person of [...holder, ...others])
      mailer.send(accountHolder({ ...person, status: 'active' }), offEmail(webhook.name, reason))
  })
}
