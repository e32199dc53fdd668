import { z } from 'zod'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { user } from '../users/users.ts'
import { component, pictureText, time, version } from '../values/fields.ts'
import { language } from '../values/language.ts'
import { timeZone } from '../values/time-zone.ts'
import { newPassword, ownPassword, personName } from './credentials.ts'
import { firstDays, hourCycles, numberShapes } from './preferences-values.ts'
import { profileRoutes as routes } from './profile.routes.ts'
import { passkeyAnswer, passkeyChallenge } from './second-factor.ts'

export const signedIn = component('SignedIn', {
  _id: z.string(),
  device: z.string().meta({ description: 'Such as “Firefox on Windows”' }),
  ...translatable,
  userAgent: z.string().nullable(),
  ip: z.string().nullable().meta({ description: 'The address that signed in' }),
  createdAt: time,
  lastSeenAt: time.meta({ description: 'To the minute' }),
  expiresAt: time,
  current: z.boolean().meta({ description: 'Whether it is the session that asks' }),
})
export type SignedIn = z.output<typeof signedIn>

/** How a person reads, kept on their account for every browser. */
const preferenceFields = {
  language: language
    .nullish()
    .meta({ description: 'The language of words; null for that of the browser' }),
  timeZone: timeZone
    .nullish()
    .meta({ description: 'The IANA time zone of times; null for that of the browser' }),
  firstDay: z
    .literal([...firstDays])
    .nullish()
    .meta({ description: 'The first day of a week: 1 for Monday, 6 for Saturday, 7 for Sunday' }),
  hours: z
    .literal([...hourCycles])
    .nullish()
    .meta({ description: 'The hours of a clock' }),
  numbers: z
    .enum(numberShapes)
    .nullish()
    .meta({ description: 'The shape of numbers, as a language that writes them so' }),
}
export const preferences = component('Preferences', preferenceFields)

/** The body of a step-up: the own password or a passkey. */
const stepUp = z
  .object({ password: ownPassword(), ...passkeyAnswer.shape })
  .partial()
  .superRefine(({ password, challengeId, response }, context) => {
    const missing = (path: string) =>
      context.addIssue({ code: 'custom', message: 'is required', path: [path] })
    if (password !== undefined) return
    if (challengeId === undefined && response === undefined) missing('password')
    else if (challengeId === undefined) missing('challengeId')
    else if (response === undefined) missing('response')
  })

export const profileEndpoints = endpointsOf(routes, {
  'profile.own': { summary: 'The own account', data: user },
  'profile.update': {
    summary: 'Change the own name',
    body: z.object({ name: personName(), version: version.nullish() }),
    data: user,
    errors: ['out_of_date'],
  },
  'profile.image': {
    summary: 'Give oneself another picture, or none',
    body: z.object({ image: pictureText.optional() }),
    files: ['image'],
    data: user,
  },
  'profile.preferences': {
    summary: 'The own preferences: language, time zone, week, clock and numbers',
    data: preferences,
  },
  'profile.setPreferences': {
    summary:
      'Change the own preferences; those that are left out stay, null is as the browser has it',
    body: z.object(preferenceFields),
    data: preferences,
  },
  'profile.changePassword': {
    summary: 'Change the own password; ends every other session',
    body: z.object({ currentPassword: ownPassword(), password: newPassword() }),
    data: z.object({ ended: z.int().meta({ description: 'Sessions that were ended' }) }),
    errors: ['conflict', 'too_many'],
  },
  'profile.stepUpOptions': {
    summary: 'Begin a step-up with a passkey: options for navigator.credentials.get',
    data: passkeyChallenge,
    errors: ['conflict', 'too_many'],
  },
  'profile.stepUp': {
    summary:
      'Step-up: prove again who one is, by the password or a passkey, for the calls that ask for it',
    body: stepUp,
    data: z.object({
      until: time.meta({ description: 'The time until which nothing asks again: 10 minutes' }),
    }),
    errors: ['not_permitted', 'too_many'],
  },
  'profile.sessions': {
    summary:
      'Where the person is signed in, the newest use first: 50 sessions at the most, or as many as their role says; the oldest ends for a new one',
    data: z.object({ sessions: z.array(signedIn) }),
  },
  'profile.endOtherSessions': {
    summary: 'Sign out everywhere else',
    data: z.object({ ended: z.int() }),
  },
  'profile.endSession': { summary: 'Sign out in one place', data: z.object({}) },
})
