import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { utcNow } from '../authentication/email-templates.ts'
import { findActiveOwners } from './owners.store.ts'

export const ownerNotifier =
  ({
    db,
    mailer,
    background,
  }: Pick<Services, 'db' | 'mailer' | 'background'>): Services['notifyOwners'] =>
  ({ user: by }, { subject, did, about }) =>
    background.run(async () => {
      const email = {
        kind: 'authority',
        subject,
        paragraphs: [
          did(by.name),
          say('This happened at {time}. You are receiving this e-mail because you are an owner.', {
            time: utcNow(),
          }),
        ],
        action: { label: msg('View admins'), path: '/users/admins' },
        note: msg(
          'If this was not agreed, deactivate that account immediately and change passwords.',
        ),
      }
      for (const owner of await findActiveOwners(db)) {
        if (owner.id === by.id || owner.id === about) continue
        mailer.send(accountHolder({ ...owner, status: 'active' }), email)
      }
    })

/** The name for a notice, replaced for an inactive account, whose name anybody may have typed. */
export const nameIfVouched = ({ name, status }: { name: string; status: string }): Said =>
  status === 'active' ? name : say('somebody whose account is inactive', {})
