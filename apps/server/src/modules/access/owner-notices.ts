import type { Session } from '../../http/session.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { authorityLetter } from '../accounts/email-templates.ts'
import { activeOwners } from '../accounts/registration.service.ts'

/** What the owners are told by mail when somebody has changed who may do what (step-up). */
export interface OwnersNotice {
  subject: string
  /** Goes after the name of who did it, up to the full stop: `made Ada an owner`. */
  did: string
  /** Whom it is about: they are told in another way, if at all. */
  about?: string
}

/** Mails a notice to every other active owner; returns at once. To be called after the transaction. */
export type TellOwners = (by: Session, notice: OwnersNotice) => void

/** The one who tells the owners. */
export const ownersTold =
  ({ db, config, post, background }: Services): TellOwners =>
  ({ user: by }, { subject, did, about }) =>
    background.run(async () => {
      const letter = authorityLetter(config.publicUrl, subject, `${by.name} ${did}.`)
      for (const { id, name, email } of await activeOwners(db)) {
        if (id === by.id || id === about) continue
        post.send(accountHolder({ name, email, status: 'active' }), letter)
      }
    })

/**
 * Somebody by name in a mail to others; without the name where they may have typed it themselves
 * and nobody has vouched for it.
 */
export const vouched = ({ name, status }: { name: string; status: string }): string =>
  status === 'active' ? name : 'somebody whose account is not active'
