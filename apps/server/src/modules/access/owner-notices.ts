import type { Session } from '../../http/session.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { OwnerNotice } from '../records/revert.ts'
import { authorityEmail } from './email-templates.ts'
import { findActiveOwners } from './owners.store.ts'

/** Mails a notice to every other active owner; returns at once. To be called after the transaction. */
export type NotifyOwners = (by: Session, notice: OwnerNotice) => void

/** Sends notices to the owners. */
export const ownerNotifier =
  ({ db, config, mailer, background }: Services): NotifyOwners =>
  ({ user: by }, { subject, did, about }) =>
    background.run(async () => {
      const email = authorityEmail(config.publicUrl, subject, `${by.name} ${did}.`)
      for (const { id, name, email: address } of await findActiveOwners(db)) {
        if (id === by.id || id === about) continue
        mailer.send(accountHolder({ name, email: address, status: 'active' }), email)
      }
    })

/**
 * Somebody by name in a mail to others; without the name where they may have typed it themselves
 * and nobody has vouched for it.
 */
export const nameIfVouched = ({ name, status }: { name: string; status: string }): string =>
  status === 'active' ? name : 'somebody whose account is inactive'
