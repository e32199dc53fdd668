import type { EmailTemplate } from '../../mail/email-template.ts'

const signIn = { label: 'Sign in', path: '/' }
const setPassword = { label: 'Set a new password', path: '/forgot-password' }
const notYou =
  'If this wasn’t you, set a new password immediately (“Forgot your password?” on the sign-in page) and tell an owner.'

export const newDeviceEmail = (device: string, ip: string): EmailTemplate => ({
  kind: 'new-device',
  subject: 'New sign-in to your account',
  paragraphs: [
    `New sign-in to your account: ${device}, IP address ${ip}, at ${utcNow()}.`,
    'If this was you, you don’t need to do anything.',
  ],
  action: { label: 'View your sessions', path: '/profile' },
  note: notYou,
})

/** A code for a sign-in with the right password while somebody guesses passwords of the account. */
export const signInCodeEmail = (digits: string, minutes: number): EmailTemplate => ({
  kind: 'sign-in-code',
  subject: 'Your code to sign in',
  paragraphs: [
    `Your code is ${digits.slice(0, 4)} ${digits.slice(4)}. It works once and expires in ${minutes} minutes.`,
    'Wrong passwords have been tried for your account, so signing in from a new place also needs this code.',
  ],
  action: setPassword,
  note: 'If you aren’t signing in right now, somebody else knows your password. Don’t share this code, and set a new password immediately.',
})

const guessed = {
  passwords: () => ({
    subject: 'Somebody is guessing your password',
    paragraphs: [
      `There have been many failed sign-ins to your account with wrong passwords (as of ${utcNow()}).`,
      'You can still sign in from places where you have signed in before. Elsewhere you need a code sent by e-mail, or your second factor. A unique password and a second factor keep others out.',
    ],
  }),
  codes: () => ({
    subject: 'Somebody has your password and is guessing codes',
    paragraphs: [
      `Somebody has entered your correct password several times, with wrong second-factor codes (as of ${utcNow()}). Nobody got in.`,
      'If this wasn’t you, set a new password immediately: somebody else knows yours.',
    ],
  }),
}

export const guessingEmail = (what: keyof typeof guessed): EmailTemplate => ({
  kind: 'guessing',
  ...guessed[what](),
  action: setPassword,
  note: 'You get this e-mail at most once a day.',
})

export const passwordChangedEmail = (): EmailTemplate => ({
  kind: 'password-changed',
  subject: 'Your password has been changed',
  paragraphs: [`The password of your account was changed at ${utcNow()}.`],
  action: signIn,
  note: notYou,
})

/** Says that a second factor has changed; `what` is a sentence. */
export const factorChangedEmail = (what: string): EmailTemplate => ({
  kind: 'factor-changed',
  subject: 'Your second factor has been changed',
  paragraphs: [what, `This happened at ${utcNow()}.`],
  action: { label: 'View your profile', path: '/profile' },
  note: notYou,
})

/** The present time, such as `2026-03-01 14:05 UTC`. */
export const utcNow = () => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const resetEmail = (token: string): EmailTemplate => ({
  kind: 'reset',
  subject: 'Set a new password',
  paragraphs: [
    'Somebody, probably you, asked to reset the password of your staff account.',
    'The link below works once and expires in 60 minutes. Setting a new password signs you out everywhere.',
  ],
  action: { label: 'Set a new password', path: `/reset-password/${token}` },
  note: 'If this wasn’t you, you can ignore this e-mail. Nothing has changed.',
})

/** Invites a new admin; `by` is the name of the person who invites. */
export const invitationEmail = (token: string, by: string): EmailTemplate => ({
  kind: 'invitation',
  subject: 'Your staff account',
  paragraphs: [
    `${by} has created a staff account for you.`,
    'Set a password to sign in. The link works once and expires in 7 days.',
  ],
  action: { label: 'Set a password', path: `/reset-password/${token}` },
})

export const restoredEmail = (token: string, by: string): EmailTemplate => ({
  kind: 'restored',
  subject: 'Your staff account has been restored',
  paragraphs: [
    `${by} has restored your staff account. Your previous password no longer works.`,
    'Set a new password to sign in. The link works once and expires in 7 days.',
  ],
  action: { label: 'Set a new password', path: `/reset-password/${token}` },
})

/** Asks to confirm an address; `by` is the staff who set it, null for a registration by anybody. */
export const confirmationEmail = (token: string, by: string | null): EmailTemplate => ({
  kind: 'confirmation',
  subject: 'Confirm your e-mail address',
  paragraphs: [
    by === null
      ? `Somebody registered a staff account with this address at ${utcNow()}.`
      : `${by} set this address for a staff account waiting for approval at ${utcNow()}.`,
    `${by === null ? 'If this was you' : 'If this is your account'}, confirm your address with the link below. It works once and expires in 24 hours. Staff then review your registration, and you will get another e-mail.`,
  ],
  action: { label: 'Confirm your address', path: `/confirm/${token}` },
  note: 'If this wasn’t you, don’t use the link: it would confirm an account whose password somebody else knows. Without confirmation the account can’t be approved and is deleted after 7 days.',
})

export const ownerEmail = (): EmailTemplate => ({
  kind: 'owner',
  subject: 'You are the owner',
  paragraphs: ['Your account is the owner of this community’s back office. You can sign in now.'],
  action: signIn,
})

export const alreadyKnownEmail = (staff: boolean): EmailTemplate => ({
  kind: 'already-known',
  subject: 'Your address already has an account',
  paragraphs: staff
    ? [
        'Somebody, probably you, tried to register a staff account with this address. An account already exists, so nothing has changed.',
        'You can sign in, or set a new password if you have forgotten yours.',
      ]
    : [
        'Somebody, probably you, tried to register a staff account with this address. It already belongs to a community account, so nothing has changed.',
        'To get a staff account, register with another address or ask an owner.',
      ],
  ...(staff && { action: { label: 'Set a new password', path: '/forgot-password' } }),
  note: 'If this wasn’t you, you can ignore this e-mail.',
})

export const approvedEmail = (role: string): EmailTemplate => ({
  kind: 'approved',
  subject: 'Your account has been approved',
  paragraphs: [`You can sign in now. Your role is “${role}”.`],
  action: signIn,
})

export const declinedEmail = (): EmailTemplate => ({
  kind: 'declined',
  subject: 'Your registration has been declined',
  paragraphs: [
    'Your registration for a staff account has been declined, and the account has been deleted.',
    'If you think this is a mistake, please contact the staff.',
  ],
})

/** Says that the address of an account has changed; sent to the former address. */
export const addressChangedEmail = (by: string): EmailTemplate => ({
  kind: 'address-changed',
  subject: 'Your e-mail address has been changed',
  paragraphs: [
    `${by} changed the e-mail address of your account at ${utcNow()}. Use the new address to sign in.`,
  ],
  note: 'If you don’t recognize this change, tell an owner immediately.',
})
