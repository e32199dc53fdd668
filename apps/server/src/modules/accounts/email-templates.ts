import type { EmailTemplate } from '../../mail/email-template.ts'
import { utcNow } from '../auth/email-templates.ts'

// Links lead below the configured PUBLIC_URL, never below a request's Host.

/** A link to set a new password, for somebody who asked for it. */
export const resetEmail = (publicUrl: string, token: string): EmailTemplate => ({
  kind: 'reset',
  subject: 'Set a new password',
  paragraphs: [
    'Somebody, probably you, asked for a new password for your staff account.',
    'The link below works once, within 60 minutes. Setting a new password signs you out everywhere.',
  ],
  action: { label: 'Set a new password', url: `${publicUrl}/reset-password/${token}` },
  note: 'If it was not you, you can ignore this mail: nothing has changed.',
})

/** A link to set the first password. */
export const invitationEmail = (
  publicUrl: string,
  token: string,
  by: string | null,
): EmailTemplate => ({
  kind: 'invitation',
  subject: 'Your staff account',
  paragraphs: [
    `${by ?? 'An owner'} has made a staff account for you.`,
    'Set a password to sign in. The link works once, within 7 days.',
  ],
  action: { label: 'Set a password', url: `${publicUrl}/reset-password/${token}` },
})

/**
 * A link to confirm the address of a registration. Whoever gets it need not have registered: it says
 * what the link does, and that nothing happens without it.
 * @param by the name of the member of staff who gave an account that waits this address; null for a
 *   registration
 */
export const confirmationEmail = (
  publicUrl: string,
  token: string,
  by: string | null,
): EmailTemplate => ({
  kind: 'confirmation',
  subject: 'Confirm your e-mail address',
  paragraphs: [
    by === null
      ? `Somebody registered a staff account with this address at ${utcNow()}.`
      : `${by} gave a staff account that waits for approval this address at ${utcNow()}.`,
    `${by === null ? 'Was it you, just then?' : 'Is it your account?'} Then confirm your address by the link below. It works once, within 24 hours. Staff decide on your registration after that, and you will get another mail.`,
  ],
  action: { label: 'Confirm your address', url: `${publicUrl}/confirm/${token}` },
  note: 'If it was not you, do not use the link: you would confirm an account to which somebody else has the password. Without it nobody can let that account in, and it is deleted after 7 days.',
})

/** For the owner of the system, who needs no approval. */
export const ownerEmail = (publicUrl: string): EmailTemplate => ({
  kind: 'owner',
  subject: 'You are the owner',
  paragraphs: ['Your account is the owner of this community’s back office. You can sign in now.'],
  action: { label: 'Sign in', url: `${publicUrl}/` },
})

/** For somebody whose address was registered once more, and needs no confirmation. */
export const alreadyKnownEmail = (publicUrl: string, staff: boolean): EmailTemplate => ({
  kind: 'already-known',
  subject: 'Your address has an account already',
  paragraphs: staff
    ? [
        'Somebody, probably you, tried to register a staff account with this address. There is one already, so nothing has changed.',
        'You can sign in with it, or set a new password if you have forgotten yours.',
      ]
    : [
        'Somebody, probably you, tried to register a staff account with this address. It belongs to an account of the community already, so nothing has changed.',
        'For a staff account, please register with another address or ask an owner.',
      ],
  ...(staff
    ? { action: { label: 'Set a new password', url: `${publicUrl}/forgot-password` } }
    : {}),
  note: 'If it was not you, you can ignore this mail.',
})

/** For somebody who waited and was let in. */
export const approvedEmail = (publicUrl: string, role: string): EmailTemplate => ({
  kind: 'approved',
  subject: 'Your account has been approved',
  paragraphs: [`You can sign in now. Your role is “${role}”.`],
  action: { label: 'Sign in', url: `${publicUrl}/` },
})

/** For somebody who waited and was turned away. */
export const declinedEmail = (): EmailTemplate => ({
  kind: 'declined',
  subject: 'Your registration has been declined',
  paragraphs: [
    'Your registration for a staff account has been declined, and the account has been deleted.',
    'If you think that this is a mistake, please ask somebody of the staff.',
  ],
})

/** For somebody whose account has another address now; goes to the one before. */
export const addressChangedEmail = (by: string): EmailTemplate => ({
  kind: 'address-changed',
  subject: 'Your e-mail address has been changed',
  paragraphs: [
    `${by} gave your account another e-mail address at ${utcNow()}. You sign in with the new one from now on.`,
  ],
  note: 'If you know nothing of this, tell an owner at once.',
})

/** A link to set a new password, for somebody whose deleted account was restored. */
export const restoredEmail = (
  publicUrl: string,
  token: string,
  by: string | null,
): EmailTemplate => ({
  kind: 'restored',
  subject: 'Your staff account is back',
  paragraphs: [
    `${by ?? 'An owner'} has restored your staff account. A password that you had before no longer works.`,
    'Set a new password to sign in. The link works once, within 7 days.',
  ],
  action: { label: 'Set a new password', url: `${publicUrl}/reset-password/${token}` },
})
