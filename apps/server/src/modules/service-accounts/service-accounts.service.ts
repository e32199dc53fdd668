import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import {
  maxServiceAccounts,
  type ServiceAccount,
} from '@steward/contract/service-accounts/service-accounts'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import type { AuditEvent } from '../../db/write/audit-lines.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { hashToken } from '../authentication/tokens.ts'
import { mustHoldWhatItProvisions } from '../identity-providers/provisioner.service.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { mustFitType, mustNotOutrank, requireMayGive } from '../users/users.rules.ts'
import { countServiceAccounts, findServiceAccounts } from './service-accounts.store.ts'
import { accountView, keyView, statusOf } from './service-accounts.view.ts'
import { newKey, prefixOf } from './service-keys.rules.ts'
import {
  countUsableKeys,
  endKeyAt,
  insertKey,
  type KeyRow,
  keysOf,
  lockKey,
  revoke,
} from './service-keys.store.ts'

/** The account with its keys; throws a Failure `not_found`. */
export async function findAccount(db: Db, id: string): Promise<ServiceAccount> {
  const [account] = await findServiceAccounts(db, id)
  if (!account) throw notFound('There is no such service account.')
  return accountView(account, await keysOf(db, [id]))
}

export async function createAccount(
  db: Db,
  session: Session,
  { name, about = null, role: roleId }: BodyOf<'serviceAccounts.create'>,
): Promise<ServiceAccount> {
  return await write(db, actorOf(session), async (writing) => {
    const authorities = await lockAuthorities(writing, session, { roles: [roleId] })
    const role = requireMayGive(authorities, authorities.role(roleId))
    mustFitType({ type: 'admin', email: null, role, service: true })
    const { accounts: max } = maxServiceAccounts
    if ((await countServiceAccounts(writing.tx)) >= max) {
      throw conflict(
        say('There are {max} service accounts, which is the maximum. Delete one first.', { max }),
      )
    }
    const id = newId()
    const account = { id, name, about, type: 'admin', status: 'active', role_id: role.id } as const
    await writing.insert('users', [{ ...account, email: null, service: true }])
    // Checked last, so that it is asked for a change that is otherwise allowed.
    requireStepUp(authorities.session)
    return await findAccount(writing.tx, id)
  })
}

type NewKey = DataOf<'serviceAccounts.createKey'>

/** Creates a key; only the answer has it whole. Throws where one couldn't give the account its role. */
export const createKey = (
  db: Db,
  session: Session,
  account: string,
  key: BodyOf<'serviceAccounts.createKey'>,
): Promise<NewKey> =>
  write(db, actorOf(session), async (writing) => {
    await lockAccount(writing, session, account)
    return await addKey(writing, session, account, { ...key, replaces: null })
  })

/** Creates a key in place of another, which goes on for some hours. */
export const rotateKey = (
  db: Db,
  session: Session,
  id: string,
  { days, overlapHours }: BodyOf<'serviceAccounts.rotateKey'>,
): Promise<NewKey> =>
  write(db, actorOf(session), async (writing) => {
    const old = await lockUsable(writing, session, id)
    const { name, networks, max_per_minute: maxPerMinute, user_id: account } = old
    await endKeyAt(writing.tx, id, overlapHours)
    return await addKey(writing, session, account, {
      name,
      networks,
      maxPerMinute,
      days,
      replaces: id,
    })
  })

/** Revokes a key, which is refused from the next request on. Whoever may set keys up may revoke any. */
export const revokeKey = (db: Db, session: Session, id: string): Promise<ServiceAccount> =>
  write(db, actorOf(session), async (writing) => {
    const key = await lockKey(writing.tx, id)
    if (!key) throw noSuchKey()
    if (await revoke(writing.tx, id)) writing.note(eventOf('delete', key, { before: shownOf(key) }))
    return await findAccount(writing.tx, key.user_id)
  })

const noSuchKey = () => notFound('There is no such key.')

/** Locks a service account; throws where it is gone, or where its role, or what it provisions, is more than one holds. */
async function lockAccount(writing: WriteTransaction, session: Session, id: string): Promise<void> {
  const authorities = await lockAuthorities(writing, session, { users: [id] })
  const target = authorities.person(id)
  if (!target?.user.service || target.user.deleted_at !== null) {
    throw notFound('There is no such service account.')
  }
  mustNotOutrank(authorities, target)
  await mustHoldWhatItProvisions(writing.tx, authorities, target.user.id)
}

async function lockUsable(
  writing: WriteTransaction,
  session: Session,
  id: string,
): Promise<KeyRow> {
  const known = await lockKey(writing.tx, id)
  if (!known) throw noSuchKey()
  await lockAccount(writing, session, known.user_id)
  if (statusOf(known) === 'active') return known
  throw conflict('This key can’t be used any more. Create a new one instead.')
}

async function addKey(
  writing: WriteTransaction,
  session: Session,
  account: string,
  {
    name,
    days,
    networks,
    maxPerMinute,
    replaces,
  }: BodyOf<'serviceAccounts.createKey'> & { replaces: string | null },
): Promise<NewKey> {
  const { tx } = writing
  const { keys: max } = maxServiceAccounts
  if ((await countUsableKeys(tx, account)) >= max) {
    throw conflict(
      say('This account has {max} keys, which is the maximum. Revoke one first.', { max }),
    )
  }
  const secret = newKey()
  const id = newId()
  await insertKey(tx, {
    id,
    user_id: account,
    name,
    prefix: prefixOf(secret),
    key_hash: hashToken(secret),
    networks: [...networks],
    max_per_minute: maxPerMinute,
    created_by: session.user.id,
    expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
    replaces,
  })
  const made = (await lockKey(tx, id)) as KeyRow
  writing.note(eventOf('create', made, { after: shownOf(made) }))
  requireStepUp(session)
  return { account: await findAccount(tx, account), key: keyView(made), secret }
}

/** What the audit log tells of a key; never the key or its hash. */
const shownOf = (key: KeyRow) => ({
  name: key.name,
  prefix: key.prefix,
  account_id: key.user_id,
  networks: key.networks,
  max_per_minute: key.max_per_minute,
  expires_at: key.expires_at,
})

const eventOf = (
  action: 'create' | 'delete',
  { id, name, prefix }: KeyRow,
  told: Pick<AuditEvent, 'before' | 'after'>,
): AuditEvent => ({
  area: 'integrations',
  action,
  record: { id, title: `${name} (${prefix}…)` },
  ...told,
})
