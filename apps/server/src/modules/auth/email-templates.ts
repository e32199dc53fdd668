import type { EmailTemplate } from '../../mail/email-template.ts'
import { codeMinutes } from './mailed-codes.store.ts'

// Links lead below the configured PUBLIC_URL, never below a request's Host.

const notYou =
  'If this was not you, set a new password at once (“Forgot your password?” on the sign-in page) and tell an owner.'

/** For somebody who signed in where they never did before. */
export const newDeviceEmail = (
  publicUrl: string,
  { device, ip }: { device: string; ip: string },
): EmailTemplate => ({
  kind: 'new-device',
  subject: 'New sign-in to your account',
  paragraphs: [
    `Your account was signed in to from somewhere new: ${device}, address ${ip}, at ${utcNow()}.`,
    'If this was you, there is nothing to do.',
  ],
  action: { label: 'See where you are signed in', url: `${publicUrl}/profile` },
  note: notYou,
})

/** A code to sign in with, for somebody whose password was right while others were being guessed. */
export const signInCodeEmail = (publicUrl: string, digits: string): EmailTemplate => ({
  kind: 'sign-in-code',
  subject: 'Your code to sign in',
  paragraphs: [
    `Your code is ${digits.slice(0, 4)} ${digits.slice(4)}. It works once, within ${codeMinutes} minutes.`,
    'Wrong passwords have been tried for your account, so somebody who signs in with the right one from somewhere new needs this code too.',
  ],
  action: { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
  note: 'If you are not signing in just now, somebody else knows your password: give this code to nobody, and set a new password at once.',
})

/** For somebody whose password, or whose second factor behind it, others try to guess. */
export const guessingEmail = (publicUrl: string, what: 'passwords' | 'codes'): EmailTemplate => ({
  kind: 'guessing',
  subject:
    what === 'passwords'
      ? 'Somebody is guessing your password'
      : 'Somebody has your password and is guessing codes',
  paragraphs:
    what === 'passwords'
      ? [
          `Many sign-ins to your account with wrong passwords have failed by ${utcNow()}.`,
          'You can go on signing in from where you have signed in before. From elsewhere you are asked for a code that is mailed to you, or for your second factor. A password that you use nowhere else and a second factor keep others out.',
        ]
      : [
          `Somebody has entered your right password several times, and wrong codes of your second factor, by ${utcNow()}. Nobody has got in.`,
          'If this was not you, set a new password at once: somebody else knows the one you have.',
        ],
  action: { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
  note: 'This mail comes once a day at the most.',
})

/** For somebody whose password was changed, by whatever way. */
export const passwordChangedEmail = (publicUrl: string): EmailTemplate => ({
  kind: 'password-changed',
  subject: 'Your password has been changed',
  paragraphs: [`The password of your account was changed at ${utcNow()}.`],
  action: { label: 'Sign in', url: `${publicUrl}/` },
  note: notYou,
})

/**
 * For somebody whose second factor was changed.
 * @param what a whole sentence that says how
 */
export const factorChangedEmail = (publicUrl: string, what: string): EmailTemplate => ({
  kind: 'factor-changed',
  subject: 'Your second factor has been changed',
  paragraphs: [what, `This was at ${utcNow()}.`],
  action: { label: 'See your profile', url: `${publicUrl}/profile` },
  note: notYou,
})

/** Now, as text for people: `2026-03-01 14:05 UTC`. */
export const utcNow = () => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
