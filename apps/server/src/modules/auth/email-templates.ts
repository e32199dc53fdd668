import type { EmailTemplate } from '../../mail/email-template.ts'

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

/** For a right password while others are being guessed. */
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
  action: { label: 'Sign in', path: '/' },
  note: notYou,
})

/** @param what a sentence */
export const factorChangedEmail = (what: string): EmailTemplate => ({
  kind: 'factor-changed',
  subject: 'Your second factor has been changed',
  paragraphs: [what, `This happened at ${utcNow()}.`],
  action: { label: 'View your profile', path: '/profile' },
  note: notYou,
})

/** `2026-03-01 14:05 UTC` */
export const utcNow = () => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
