import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import type { EmailTemplate } from '../../mail/email-template.ts'

const signIn = { label: msg('Sign in'), path: '/' }
const setPassword = { label: msg('Set a new password'), path: '/forgot-password' }
const notYou = msg(
  'If this wasn’t you, set a new password immediately (“Forgot your password?” on the sign-in page) and tell an owner.',
)

export const newDeviceEmail = (device: Said, ip: string): EmailTemplate => ({
  kind: 'new-device',
  subject: msg('New sign-in to your account'),
  paragraphs: [
    say('New sign-in to your account: {device}, IP address {address}, at {time}.', {
      device: nested(device),
      address: ip,
      time: utcNow(),
    }),
    msg('If this was you, you don’t need to do anything.'),
  ],
  action: { label: msg('View your sessions'), path: '/profile' },
  note: notYou,
})

/** A code for a sign-in with the right password while somebody guesses passwords of the account. */
export const signInCodeEmail = (digits: string, minutes: number): EmailTemplate => ({
  kind: 'sign-in-code',
  subject: msg('Your code to sign in'),
  paragraphs: [
    say('Your code is {code}. It works once and expires in {minutes} minutes.', {
      code: `${digits.slice(0, 4)} ${digits.slice(4)}`,
      minutes,
    }),
    msg(
      'Wrong passwords have been tried for your account, so signing in from a new place also needs this code.',
    ),
  ],
  action: setPassword,
  note: msg(
    'If you aren’t signing in right now, somebody else knows your password. Don’t share this code, and set a new password immediately.',
  ),
})

const guessed = {
  passwords: () => ({
    subject: msg('Somebody is guessing your password'),
    paragraphs: [
      say(
        'There have been many failed sign-ins to your account with wrong passwords (as of {time}).',
        { time: utcNow() },
      ),
      msg(
        'You can still sign in from places where you have signed in before. Elsewhere you need a code sent by e-mail, or your second factor. A unique password and a second factor keep others out.',
      ),
    ],
  }),
  codes: () => ({
    subject: msg('Somebody has your password and is guessing codes'),
    paragraphs: [
      say(
        'Somebody has entered your correct password several times, with wrong second-factor codes (as of {time}). Nobody got in.',
        { time: utcNow() },
      ),
      msg('If this wasn’t you, set a new password immediately: somebody else knows yours.'),
    ],
  }),
}

export const guessingEmail = (what: keyof typeof guessed): EmailTemplate => ({
  kind: 'guessing',
  ...guessed[what](),
  action: setPassword,
  note: msg('You get this e-mail at most once a day.'),
})

export const passwordChangedEmail = (): EmailTemplate => ({
  kind: 'password-changed',
  subject: msg('Your password has been changed'),
  paragraphs: [say('The password of your account was changed at {time}.', { time: utcNow() })],
  action: signIn,
  note: notYou,
})

/** Says that a second factor has changed; `what` is a sentence. */
export const factorChangedEmail = (what: Said): EmailTemplate => ({
  kind: 'factor-changed',
  subject: msg('Your second factor has been changed'),
  paragraphs: [what, say('This happened at {time}.', { time: utcNow() })],
  action: { label: msg('View your profile'), path: '/profile' },
  note: notYou,
})

/** The present time, such as `2026-03-01 14:05 UTC`. */
export const utcNow = () => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const resetEmail = (token: string): EmailTemplate => ({
  kind: 'reset',
  subject: msg('Set a new password'),
  paragraphs: [
    msg('Somebody, probably you, asked to reset the password of your staff account.'),
    msg(
      'The link below works once and expires in 60 minutes. Setting a new password signs you out everywhere.',
    ),
  ],
  action: { label: msg('Set a new password'), path: `/reset-password/${token}` },
  note: msg('If this wasn’t you, you can ignore this e-mail. Nothing has changed.'),
})

/** Invites a new admin; `by` is the name of the person who invites. */
export const invitationEmail = (token: string, by: string): EmailTemplate => ({
  kind: 'invitation',
  subject: msg('Your staff account'),
  paragraphs: [
    say('{name} has created a staff account for you.', { name: by }),
    msg('Set a password to sign in. The link works once and expires in 7 days.'),
  ],
  action: { label: msg('Set a password'), path: `/reset-password/${token}` },
})

export const restoredEmail = (token: string, by: string): EmailTemplate => ({
  kind: 'restored',
  subject: msg('Your staff account has been restored'),
  paragraphs: [
    say('{name} has restored your staff account. Your previous password no longer works.', {
      name: by,
    }),
    msg('Set a new password to sign in. The link works once and expires in 7 days.'),
  ],
  action: { label: msg('Set a new password'), path: `/reset-password/${token}` },
})

/** Asks to confirm an address; `by` is the staff who set it, null for a registration by anybody. */
export const confirmationEmail = (token: string, by: string | null): EmailTemplate => ({
  kind: 'confirmation',
  subject: msg('Confirm your e-mail address'),
  paragraphs: [
    by === null
      ? say('Somebody registered a staff account with this address at {time}.', { time: utcNow() })
      : say('{name} set this address for a staff account waiting for approval at {time}.', {
          name: by,
          time: utcNow(),
        }),
    by === null
      ? msg(
          'If this was you, confirm your address with the link below. It works once and expires in 24 hours. Staff then review your registration, and you will get another e-mail.',
        )
      : msg(
          'If this is your account, confirm your address with the link below. It works once and expires in 24 hours. Staff then review your registration, and you will get another e-mail.',
        ),
  ],
  action: { label: msg('Confirm your address'), path: `/confirm/${token}` },
  note: msg(
    'If this wasn’t you, don’t use the link: it would confirm an account whose password somebody else knows. Without confirmation the account can’t be approved and is deleted after 7 days.',
  ),
})

export const ownerEmail = (): EmailTemplate => ({
  kind: 'owner',
  subject: msg('You are the owner'),
  paragraphs: [
    msg('Your account is the owner of this community’s back office. You can sign in now.'),
  ],
  action: signIn,
})

export const alreadyKnownEmail = (staff: boolean): EmailTemplate => ({
  kind: 'already-known',
  subject: msg('Your address already has an account'),
  paragraphs: staff
    ? [
        msg(
          'Somebody, probably you, tried to register a staff account with this address. An account already exists, so nothing has changed.',
        ),
        msg('You can sign in, or set a new password if you have forgotten yours.'),
      ]
    : [
        msg(
          'Somebody, probably you, tried to register a staff account with this address. It already belongs to a community account, so nothing has changed.',
        ),
        msg('To get a staff account, register with another address or ask an owner.'),
      ],
  ...(staff && { action: { label: msg('Set a new password'), path: '/forgot-password' } }),
  note: msg('If this wasn’t you, you can ignore this e-mail.'),
})

export const approvedEmail = (role: string): EmailTemplate => ({
  kind: 'approved',
  subject: msg('Your account has been approved'),
  paragraphs: [say('You can sign in now. Your role is “{role}”.', { role })],
  action: signIn,
})

export const declinedEmail = (): EmailTemplate => ({
  kind: 'declined',
  subject: msg('Your registration has been declined'),
  paragraphs: [
    msg(
      'Your registration for a staff account has been declined, and the account has been deleted.',
    ),
    msg('If you think this is a mistake, please contact the staff.'),
  ],
})

/** Says that the address of an account has changed; sent to the former address. */
export const addressChangedEmail = (by: string): EmailTemplate => ({
  kind: 'address-changed',
  subject: msg('Your e-mail address has been changed'),
  paragraphs: [
    say(
      '{name} changed the e-mail address of your account at {time}. Use the new address to sign in.',
      { name: by, time: utcNow() },
    ),
  ],
  note: msg('If you don’t recognize this change, tell an owner immediately.'),
})
