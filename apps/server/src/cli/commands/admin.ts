import { count, msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { readConfig } from '../../config.ts'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { EmailTemplate } from '../../mail/email-template.ts'
import { openMailer } from '../../mail/mailer.ts'
import { accountHolder } from '../../mail/recipient.ts'
import {
  clearFactors,
  createAdminAccount,
  doesPasswordSignIn,
  findAdminOrThrow,
  replacePassword,
  setBlocked,
  signOutEverywhere,
  turnPasswordsOn,
} from '../../modules/accounts/administration.service.ts'
import { type AdminLine, listAdmins } from '../../modules/accounts/administration.store.ts'
import {
  factorChangedEmail,
  passwordChangedEmail,
} from '../../modules/authentication/email-templates.ts'
import { generatePassword } from '../../modules/authentication/passwords.ts'
import { languageOf } from '../../modules/profile/preferences.store.ts'
import { ensureOwnerRole } from '../../modules/roles/roles.store.ts'
import { findWords } from '../../modules/words/words.store.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { withDatabase } from '../database.ts'
import { fromInput } from '../terminal.ts'
import { padded, widthOf } from '../width.ts'

const options = {
  name: { type: 'string' },
  role: { type: 'string' },
  owner: { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
  json: { type: 'boolean' },
  all: { type: 'boolean' },
} as const

type Given = Values<typeof options>

interface Action {
  takes?: readonly (keyof typeof options)[]
  withoutAddress?: true
  run(db: Db, email: string, values: Given): Promise<string>
}

const actions: Record<string, Action> = {
  create: {
    takes: ['name', 'role', 'owner', 'password-stdin'],
    run: async (db, email, values) => {
      if ((values.owner === true) === (values.role !== undefined)) {
        throw new UsageError(
          say('{command} needs --role ROLE or --owner.', { command: 'steward admin create' }),
        )
      }
      await write(db, { system: 'command line' }, ensureOwnerRole)
      const { password, shown } = await newPassword(values)
      const name = values.name ?? email.split('@', 1)[0] ?? email
      const role = values.role === undefined ? ('owner' as const) : { name: values.role }
      const given = await createAdminAccount(db, { name, email, role, password })
      const off = await whilePasswordsAreOff(db, email)
      const done = off
        ? t('{email} now has an account with the role “{role}”.', { email, role: given })
        : t('{email} can now sign in with the role “{role}”.', { email, role: given })
      return `${done}${shown}${off}`
    },
  },
  'reset-password': {
    takes: ['password-stdin'],
    run: async (db, email, values) => {
      const admin = await findAdminOrThrow(db, email)
      const { password, shown } = await newPassword(values)
      await replacePassword(db, admin, password)
      await notify(db, admin, passwordChangedEmail())
      const factor = admin.second_factor
        ? `\n${t('Their second factor is unchanged. See: {command}', {
            command: 'steward admin clear-second-factor',
          })}`
        : ''
      const done = t('{email} has a new password and is signed out everywhere.', {
        email: admin.email,
      })
      return `${done}${shown}${factor}${await whilePasswordsAreOff(db, admin.email)}`
    },
  },
  list: {
    takes: ['json'],
    withoutAddress: true,
    run: async (db, email, values) => {
      const admins = await listAdmins(db, email || undefined)
      if (values.json) return JSON.stringify(admins, null, 2)
      return admins.length > 0 ? table(admins) : t('There are no admins.')
    },
  },
  block: {
    run: async (db, email) => {
      const admin = await findAdminOrThrow(db, email)
      await setBlocked(db, admin, true)
      return t('{email} can no longer sign in and is signed out everywhere.', {
        email: admin.email,
      })
    },
  },
  unblock: {
    run: async (db, email) => {
      const admin = await findAdminOrThrow(db, email)
      await setBlocked(db, admin, false)
      const { email: address } = admin
      return admin.role
        ? t('{address} is active.', { address })
        : t('{address} is active. They have no role yet.', { address })
    },
  },
  'end-sessions': {
    takes: ['all'],
    withoutAddress: true,
    run: async (db, email, values) => {
      if ((email !== '') === (values.all === true)) {
        throw new UsageError(
          say('{command} needs an address or --all.', { command: 'steward admin end-sessions' }),
        )
      }
      const admins = values.all ? await listAdmins(db) : [await findAdminOrThrow(db, email)]
      const ended = await signOutEverywhere(db, admins)
      if (ended === 0) return t('There were no sessions to end.')
      return t('{ended, plural, =1 {One session was} other {# sessions were}} ended.', { ended })
    },
  },
  'passwords-on': {
    withoutAddress: true,
    run: async (db, email) => {
      if (email) {
        throw new UsageError(
          say('steward admin {name} takes no "{extra}".', { name: 'passwords-on', extra: email }),
        )
      }
      return (await turnPasswordsOn(db))
        ? t('Passwords and passkeys sign in again.')
        : t('Passwords weren’t turned off. Nothing has changed.')
    },
  },
  'clear-second-factor': {
    run: async (db, email) => {
      const admin = await findAdminOrThrow(db, email)
      if (!admin.second_factor)
        throw new OperatorError(say('{email} has no second factor.', { email: admin.email }))
      await clearFactors(db, admin)
      await notify(
        db,
        admin,
        factorChangedEmail(
          msg('A server administrator removed your second factor and signed you out everywhere.'),
        ),
      )
      return t('{email} can now sign in with the password alone and is signed out everywhere.', {
        email: admin.email,
      })
    },
  },
}

export const adminCommand = defineCommand({
  name: 'admin',
  summary: msg('Create, list, block and recover staff accounts'),
  synopsis: '<action> [EMAIL] [options]',
  details: [
    [
      ['create EMAIL --role ROLE | --owner', msg('Make an account that can sign in at once')],
      ['    --name NAME', msg('Their name; the address before the @ unless given')],
      ['reset-password EMAIL', msg('Set a new password; ends their sessions')],
      ['list [EMAIL]', msg('Who there is; --json for programs')],
      ['block EMAIL, unblock EMAIL', msg('Deactivate and sign out, or let in again')],
      ['end-sessions EMAIL | --all', msg('Sign out everywhere')],
      ['clear-second-factor EMAIL', msg('For somebody who has lost theirs')],
      ['passwords-on', msg('Turn passwords on again where no identity provider works')],
    ],
    msg(
      'A password is generated and printed once, or read from standard input with --password-stdin.',
    ),
  ],
  options,
  most: Number.POSITIVE_INFINITY,
  run: async (values, [name = '', email = '', extra]) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) {
      throw new UsageError(
        name
          ? say('steward admin has no action "{name}".', { name })
          : say('{command} needs an action.', { command: 'steward admin' }),
      )
    }
    const unknown = Object.keys(values).find((key) => !action.takes?.some((known) => known === key))
    if (unknown)
      throw new UsageError(say('steward admin {name} takes no --{unknown}.', { name, unknown }))
    if (!email && !action.withoutAddress) {
      throw new UsageError(say('steward admin {name} needs the address of an admin.', { name }))
    }
    if (extra)
      throw new UsageError(say('steward admin {name} takes no "{extra}".', { name, extra }))
    return await withDatabase(({ db }) => action.run(db, email, values))
  },
})

const statusWords = {
  active: msg('active'),
  inactive: msg('inactive'),
  pending: msg('pending'),
} as const satisfies Record<AdminLine['status'], string>

/** A new password from standard input, or a generated one with the line that shows it. */
async function newPassword(values: Given): Promise<{ password: string; shown: string }> {
  if (!values['password-stdin']) {
    const password = generatePassword()
    const shown = t('Password: {password}   (shown only once, save it now)', { password })
    return { password, shown: `\n${shown}` }
  }
  const password = await fromInput()
  if (password.includes('\n')) throw new OperatorError('The password must be a single line.')
  return { password, shown: '' }
}

/** A line for who has got a password that signs nobody in, as passwords are turned off. */
async function whilePasswordsAreOff(db: Db, email: string): Promise<string> {
  if (await doesPasswordSignIn(db, email)) return ''
  const words = t(
    'Passwords are turned off, so this one signs nobody in. Turn them on: {command}',
    {
      command: 'steward admin passwords-on',
    },
  )
  return `\n${words}`
}

async function notify(db: Db, admin: AdminLine, template: EmailTemplate): Promise<void> {
  const log = {
    info: () => {},
    error: () => {
      const words = t('The mail to {email} could not be sent.', { email: admin.email })
      process.stderr.write(`${words}\n`)
    },
  }
  const mailer = openMailer(readConfig(process.env), log, {
    languageOf: (address) => languageOf(db, address),
    words: async () => (await findWords(db)).words,
  })
  mailer.send(accountHolder(admin), template)
  await mailer.close()
}

function table(admins: readonly AdminLine[]): string {
  const rows = [
    [
      t('ADDRESS'),
      t('NAME'),
      t('ROLE'),
      t('STATUS'),
      t('2ND FACTOR'),
      t('SESSIONS'),
      t('LAST ACTIVE'),
    ],
    ...admins.map((each) => [
      each.email,
      each.name,
      each.role ?? '–',
      each.password
        ? t(statusWords[each.status])
        : t('{status}, no password', { status: t(statusWords[each.status]) }),
      each.second_factor ? t('on', {}, 'second factor') : t('off', {}, 'second factor'),
      count(each.sessions),
      each.last_active_at?.slice(0, 16).replace('T', ' ') ?? '–',
    ]),
  ].map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, ' ').slice(0, 40)))
  const width = (column: number) => Math.max(...rows.map((row) => widthOf(row[column] ?? '')))
  const line = (row: string[]) => row.map((cell, i) => padded(cell, width(i))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
