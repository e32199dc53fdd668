import type { Letter } from '../../mail/letter.ts'
import { codeMinutes } from '../auth/mailed-codes.store.ts'

/** Where links of mails lead; always below the configured PUBLIC_URL, never a request's Host. */
const page = (publicUrl: string, path: string) => `${publicUrl}${path}`

/** Minutes that a link to set a password works. */
export const linkMinutes = { reset: 60, invitation: 7 * 24 * 60 } as const

const notYou =
  'If this was not you, set a new password at once (“Forgot your password?” on the sign-in page) and tell an owner.'

/** A link to set a new password, for somebody who asked for it. */
export const resetLetter = (publicUrl: string, token: string): Letter => ({
  kind: 'reset',
  subject: 'Set a new password',
  paragraphs: [
    'Somebody, probably you, asked for a new password for your staff account.',
    'The link below works once, within 60 minutes. Setting a new password signs you out everywhere.',
  ],
  action: { label: 'Set a new password', url: page(publicUrl, `/reset-password/${token}`) },
  note: 'If it was not you, you can ignore this mail: nothing has changed.',
})

/** A link to set the first password. */
export const invitationLetter = (publicUrl: string, token: string, by: string | null): Letter => ({
  kind: 'invitation',
  subject: 'Your staff account',
  paragraphs: [
    `${by ?? 'An owner'} has made a staff account for you.`,
    'Set a password to sign in. The link works once, within 7 days.',
  ],
  action: { label: 'Set a password', url: page(publicUrl, `/reset-password/${token}`) },
})

/** Hours that a link to confirm an address works. */
export const confirmationHours = 24

/**
 * A link to confirm the address of a registration. Whoever gets it need not have registered: it says
 * what the link does, and that nothing happens without it.
 * @param by the name of the member of staff who gave an account that waits this address; null for a
 *   registration
 */
export const confirmationLetter = (
  publicUrl: string,
  token: string,
  by: string | null,
): Letter => ({
  kind: 'confirmation',
  subject: 'Confirm your e-mail address',
  paragraphs: [
    by === null
      ? `Somebody registered a staff account with this address at ${utc()}.`
      : `${by} gave a staff account that waits for approval this address at ${utc()}.`,
    `${by === null ? 'Was it you, just then?' : 'Is it your account?'} Then confirm your address by the link below. It works once, within 24 hours. Staff decide on your registration after that, and you will get another mail.`,
  ],
  action: { label: 'Confirm your address', url: page(publicUrl, `/confirm/${token}`) },
  note: 'If it was not you, do not use the link: you would confirm an account to which somebody else has the password. Without it nobody can let that account in, and it is deleted after 7 days.',
})

/** For the owner of the system, who needs no approval. */
export const ownerLetter = (publicUrl: string): Letter => ({
  kind: 'owner',
  subject: 'You are the owner',
  paragraphs: ['Your account is the owner of this community’s back office. You can sign in now.'],
  action: { label: 'Sign in', url: page(publicUrl, '/') },
})

/** For somebody whose address was registered once more, and needs no confirmation. */
export const alreadyKnownLetter = (publicUrl: string, staff: boolean): Letter => ({
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
    ? { action: { label: 'Set a new password', url: page(publicUrl, '/forgot-password') } }
    : {}),
  note: 'If it was not you, you can ignore this mail.',
})

/** For somebody who waited and was let in. */
export const approvedLetter = (publicUrl: string, role: string): Letter => ({
  kind: 'approved',
  subject: 'Your account has been approved',
  paragraphs: [`You can sign in now. Your role is “${role}”.`],
  action: { label: 'Sign in', url: page(publicUrl, '/') },
})

/** For somebody who waited and was turned away. */
export const declinedLetter = (): Letter => ({
  kind: 'declined',
  subject: 'Your registration has been declined',
  paragraphs: [
    'Your registration for a staff account has been declined, and the account has been deleted.',
    'If you think that this is a mistake, please ask somebody of the staff.',
  ],
})

/** For somebody who signed in where they never did before. */
export const newDeviceLetter = (
  publicUrl: string,
  { device, ip }: { device: string; ip: string },
): Letter => ({
  kind: 'new-device',
  subject: 'New sign-in to your account',
  paragraphs: [
    `Your account was signed in to from somewhere new: ${device}, address ${ip}, at ${utc()}.`,
    'If this was you, there is nothing to do.',
  ],
  action: { label: 'See where you are signed in', url: page(publicUrl, '/profile') },
  note: notYou,
})

/** A code to sign in with, for somebody whose password was right while others were being guessed. */
export const signInCodeLetter = (publicUrl: string, digits: string): Letter => ({
  kind: 'sign-in-code',
  subject: 'Your code to sign in',
  paragraphs: [
    `Your code is ${digits.slice(0, 4)} ${digits.slice(4)}. It works once, within ${codeMinutes} minutes.`,
    'Wrong passwords have been tried for your account, so somebody who signs in with the right one from somewhere new needs this code too.',
  ],
  action: { label: 'Set a new password', url: page(publicUrl, '/forgot-password') },
  note: 'If you are not signing in just now, somebody else knows your password: give this code to nobody, and set a new password at once.',
})

/** For somebody whose password, or whose second factor behind it, others try to guess. */
export const guessingLetter = (publicUrl: string, what: 'passwords' | 'codes'): Letter => ({
  kind: 'guessing',
  subject:
    what === 'passwords'
      ? 'Somebody is guessing your password'
      : 'Somebody has your password and is guessing codes',
  paragraphs:
    what === 'passwords'
      ? [
          `Many sign-ins to your account with wrong passwords have failed by ${utc()}.`,
          'You can go on signing in from where you have signed in before. From elsewhere you are asked for a code that is mailed to you, or for your second factor. A password that you use nowhere else and a second factor keep others out.',
        ]
      : [
          `Somebody has entered your right password several times, and wrong codes of your second factor, by ${utc()}. Nobody has got in.`,
          'If this was not you, set a new password at once: somebody else knows the one you have.',
        ],
  action: { label: 'Set a new password', url: page(publicUrl, '/forgot-password') },
  note: 'This mail comes once a day at the most.',
})

/** For somebody whose password was changed, by whatever way. */
export const passwordChangedLetter = (publicUrl: string): Letter => ({
  kind: 'password-changed',
  subject: 'Your password has been changed',
  paragraphs: [`The password of your account was changed at ${utc()}.`],
  action: { label: 'Sign in', url: page(publicUrl, '/') },
  note: notYou,
})

/**
 * For somebody whose second factor was changed.
 * @param what a whole sentence that says how
 */
export const factorChangedLetter = (publicUrl: string, what: string): Letter => ({
  kind: 'factor-changed',
  subject: 'Your second factor has been changed',
  paragraphs: [what, `This was at ${utc()}.`],
  action: { label: 'See your profile', url: page(publicUrl, '/profile') },
  note: notYou,
})

/** For somebody whose account has another address now; goes to the one before. */
export const addressChangedLetter = (by: string): Letter => ({
  kind: 'address-changed',
  subject: 'Your e-mail address has been changed',
  paragraphs: [
    `${by} gave your account another e-mail address at ${utc()}. You sign in with the new one from now on.`,
  ],
  note: 'If you know nothing of this, tell an owner at once.',
})

/** A link to set a new password, for somebody whose deleted account was restored. */
export const restoredLetter = (publicUrl: string, token: string, by: string | null): Letter => ({
  kind: 'restored',
  subject: 'Your staff account is back',
  paragraphs: [
    `${by ?? 'An owner'} has restored your staff account. A password that you had before no longer works.`,
    'Set a new password to sign in. The link works once, within 7 days.',
  ],
  action: { label: 'Set a new password', url: page(publicUrl, `/reset-password/${token}`) },
})

/**
 * For the owners, when somebody has changed who may do what.
 * @param what a whole sentence that says who did what
 */
export const authorityLetter = (publicUrl: string, subject: string, what: string): Letter => ({
  kind: 'authority',
  subject,
  paragraphs: [what, `This was at ${utc()}. You get this mail because you are an owner.`],
  action: { label: 'See the admins', url: page(publicUrl, '/users/admins') },
  note: 'If nobody agreed on this, deactivate that account at once, and set new passwords.',
})

/** Now, for people: `2026-03-01 14:05 UTC`. */
const utc = () => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
