import { readConfig } from '../../config.ts'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { EmailTemplate } from '../../mail/email-template.ts'
import { openMailer } from '../../mail/mailer.ts'
import { accountHolder } from '../../mail/recipient.ts'
import {
  clearFactors,
  createAdminAccount,
  findAdminOrThrow,
  replacePassword,
  setBlocked,
  signOutEverywhere,
} from '../../modules/accounts/administration.service.ts'
import { type AdminLine, listAdmins } from '../../modules/accounts/administration.store.ts'
import {
  factorChangedEmail,
  passwordChangedEmail,
} from '../../modules/authentication/email-templates.ts'
import { generatePassword } from '../../modules/authentication/passwords.ts'
import { ensureOwnerRole } from '../../modules/roles/roles.store.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { withDatabase } from '../database.ts'
import { fromInput } from '../terminal.ts'

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
        throw new UsageError('steward admin create needs --role ROLE or --owner.')
      }
      await write(db, { system: 'command line' }, ensureOwnerRole)
      const { password, shown } = await newPassword(values)
      const name = values.name ?? email.split('@', 1)[0] ?? email
      const role = values.role === undefined ? ('owner' as const) : { name: values.role }
      const given = await createAdminAccount(db, { name, email, role, password })
      return `${email} can now sign in with the role “${given}”.${shown}`
    },
  },
  'reset-password': {
    takes: ['password-stdin'],
    run: async (db, email, values) => {
      const admin = await findAdminOrThrow(db, email)
      const { password, shown } = await newPassword(values)
      await replacePassword(db, admin, password)
      await notify(admin, passwordChangedEmail())
      const factor = admin.second_factor
        ? '\nTheir second factor is unchanged. See: steward admin clear-second-factor'
        : ''
      return `${admin.email} has a new password and is signed out everywhere.${shown}${factor}`
    },
  },
  list: {
    takes: ['json'],
    withoutAddress: true,
    run: async (db, email, values) => {
      const admins = await listAdmins(db, email || undefined)
      if (values.json) return JSON.stringify(admins, null, 2)
      return admins.length > 0 ? table(admins) : 'There are no admins.'
    },
  },
  block: {
    run: async (db, email) => {
      const admin = await findAdminOrThrow(db, email)
      await setBlocked(db, admin, true)
      return `${admin.email} can no longer sign in and is signed out everywhere.`
    },
  },
  unblock: {
    run: async (db, email) => {
      const admin = await findAdminOrThrow(db, email)
      await setBlocked(db, admin, false)
      const needs = admin.role ? '' : ' They have no role yet.'
      return `${admin.email} is active.${needs}`
    },
  },
  'end-sessions': {
    takes: ['all'],
    withoutAddress: true,
    run: async (db, email, values) => {
      if ((email !== '') === (values.all === true)) {
        throw new UsageError('steward admin end-sessions needs an address or --all.')
      }
      const admins = values.all ? await listAdmins(db) : [await findAdminOrThrow(db, email)]
      const ended = await signOutEverywhere(db, admins)
      if (ended === 0) return 'There were no sessions to end.'
      return `${ended === 1 ? 'One session was' : `${ended} sessions were`} ended.`
    },
  },
  'clear-second-factor': {
    run: async (db, email) => {
      const admin = await findAdminOrThrow(db, email)
      if (!admin.second_factor) throw new OperatorError(`${admin.email} has no second factor.`)
      await clearFactors(db, admin)
      await notify(
        admin,
        factorChangedEmail(
          'A server administrator removed your second factor and signed you out everywhere.',
        ),
      )
      return `${admin.email} can now sign in with the password alone and is signed out everywhere.`
    },
  },
}

export const adminCommand = defineCommand({
  name: 'admin',
  summary: 'Create, list, block and recover staff accounts',
  synopsis: '<action> [EMAIL] [options]',
  details: `Actions:
  create EMAIL --role ROLE | --owner   Make an account that can sign in at once
      --name NAME                      Their name; the address before the @ unless given
  reset-password EMAIL                 Set a new password; ends their sessions
  list [EMAIL]                         Who there is; --json for programs
  block EMAIL, unblock EMAIL           Deactivate and sign out, or let in again
  end-sessions EMAIL | --all           Sign out everywhere
  clear-second-factor EMAIL            For somebody who has lost theirs

A password is generated and printed once, or read from standard input with --password-stdin.
`,
  options,
  most: Number.POSITIVE_INFINITY,
  run: async (values, [name = '', email = '', extra]) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) {
      throw new UsageError(
        name ? `steward admin has no action "${name}".` : 'steward admin needs an action.',
      )
    }
    const unknown = Object.keys(values).find((key) => !action.takes?.some((known) => known === key))
    if (unknown) throw new UsageError(`steward admin ${name} takes no --${unknown}.`)
    if (!email && !action.withoutAddress) {
      throw new UsageError(`steward admin ${name} needs the address of an admin.`)
    }
    if (extra) throw new UsageError(`steward admin ${name} takes no "${extra}".`)
    return await withDatabase(({ db }) => action.run(db, email, values))
  },
})

/** A new password from standard input, or a generated one with the line that shows it. */
async function newPassword(values: Given): Promise<{ password: string; shown: string }> {
  if (!values['password-stdin']) {
    const password = generatePassword()
    return { password, shown: `\nPassword: ${password}   (shown only once, save it now)` }
  }
  const password = await fromInput()
  if (password.includes('\n')) throw new OperatorError('The password must be a single line.')
  return { password, shown: '' }
}

async function notify(admin: AdminLine, template: EmailTemplate): Promise<void> {
  const log = {
    info: () => {},
    error: () => process.stderr.write(`The mail to ${admin.email} could not be sent.\n`),
  }
  const mailer = openMailer(readConfig(process.env), log)
  mailer.send(accountHolder(admin), template)
  await mailer.close()
}

function table(admins: readonly AdminLine[]): string {
  const rows = [
    ['ADDRESS', 'NAME', 'ROLE', 'STATUS', '2ND FACTOR', 'SESSIONS', 'LAST ACTIVE'],
    ...admins.map((each) => [
      each.email,
      each.name,
      each.role ?? '–',
      each.password ? each.status : `${each.status}, no password`,
      each.second_factor ? 'on' : 'off',
      String(each.sessions),
      each.last_active_at?.slice(0, 16).replace('T', ' ') ?? '–',
    ]),
  ].map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, ' ').slice(0, 40)))
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(width(i))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
