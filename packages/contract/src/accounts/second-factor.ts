import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { component, time } from '../values/fields.ts'
import { ownPassword, personName } from './credentials.ts'
import { secondFactorRoutes as routes } from './second-factor.routes.ts'

export const passkey = component('Passkey', {
  _id: z.string(),
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  synced: z.boolean().meta({ description: 'Whether it lives on several devices' }),
})

export const secondFactorState = component('SecondFactor', {
  on: z.boolean().meta({ description: 'Whether a sign-in by password needs a second factor' }),
  required: z.boolean().meta({ description: 'Whether the role requires one' }),
  totp: z.object({ since: time }).nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkey),
  passkeysPossible: z.boolean().meta({
    description: 'Whether the address of this server allows passkeys (https, or localhost)',
  }),
})
export type SecondFactorState = z.output<typeof secondFactorState>

/** Data in the JSON form of WebAuthn. */
const webAuthn = z.record(z.string(), z.unknown())

export const passkeyAnswer = z.object({
  challengeId: z.string('is required').max(100),
  response: z.object(
    {
      id: z.string().min(1).max(2000),
      rawId: z.string().min(1).max(2000),
      type: z.literal('public-key'),
      response: webAuthn,
      clientExtensionResults: webAuthn.optional(),
      authenticatorAttachment: z.string().max(100).nullish(),
    },
    'must be the answer of the browser',
  ),
})

/** A challenge for a passkey, good for one answer within 5 minutes. */
export const passkeyChallenge = z.object({ challengeId: z.string(), options: webAuthn })

const recoveryCodes = z.array(z.string()).nullable().meta({
  description: 'Ten codes, shown this once; null where the person has some already',
})
const withPassword = z.object({ password: ownPassword() })

export const secondFactorEndpoints = endpointsOf(routes, {
  'secondFactor.own': { summary: 'How the own account is secured', data: secondFactorState },
  'secondFactor.startTotp': {
    summary: 'Begin to set up codes of an app; nothing changes until they are confirmed',
    body: withPassword,
    data: z.object({
      key: z.string().meta({ description: 'To type into the app, base32' }),
      uri: z.string().meta({ description: 'otpauth://…' }),
      qr: z.string().meta({ description: 'The same as a picture: an SVG as a data: URL' }),
    }),
    errors: ['too_many'],
  },
  'secondFactor.confirmTotp': {
    summary: 'Turn codes of an app on, by a first code',
    body: z.object({ code: z.string('is required').trim().min(1, 'is required').max(100) }),
    data: z.object({ recoveryCodes, secondFactor: secondFactorState }),
    errors: ['conflict', 'too_many'],
  },
  'secondFactor.removeTotp': {
    summary: 'Turn codes of an app off',
    body: withPassword,
    data: secondFactorState,
    errors: ['not_found', 'unsafe', 'too_many'],
  },
  'secondFactor.newRecoveryCodes': {
    summary: 'Ten new recovery codes; the old ones are dead at once',
    body: withPassword,
    data: z.object({ recoveryCodes: z.array(z.string()), secondFactor: secondFactorState }),
    errors: ['conflict', 'too_many'],
  },
  'secondFactor.passkeyOptions': {
    summary: 'Begin to add a passkey: options for navigator.credentials.create',
    body: withPassword,
    data: passkeyChallenge,
    errors: ['conflict', 'too_many'],
  },
  'secondFactor.addPasskey': {
    summary: 'Add the passkey that the browser has made',
    body: passkeyAnswer.extend({ name: personName() }),
    data: z.object({ recoveryCodes, secondFactor: secondFactorState }),
    status: 201,
    errors: ['conflict'],
  },
  'secondFactor.renamePasskey': {
    summary: 'Rename a passkey',
    body: z.object({ name: personName() }),
    data: secondFactorState,
  },
  'secondFactor.removePasskey': {
    summary: 'Remove a passkey',
    body: withPassword,
    data: secondFactorState,
    errors: ['unsafe', 'too_many'],
  },
  'secondFactor.ofUser': {
    summary: 'Whether an admin has a second factor',
    data: z.object({
      on: z.boolean(),
      totp: z.boolean(),
      passkeys: z.int(),
      required: z.boolean(),
      mayClear: z.boolean().meta({
        description: 'Whether the caller may take it away: an owner, and not their own',
      }),
    }),
  },
  'secondFactor.clear': {
    summary: 'Take the second factor of another admin away, as an owner; ends their sessions',
    data: z.object({}),
    errors: ['unsafe', 'step_up_required'],
  },
})
