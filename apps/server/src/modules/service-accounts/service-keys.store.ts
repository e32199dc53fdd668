import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryFirst, queryNumber } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isId } from '../../ids.ts'
import { isActiveStaff, type StaffRow, staffColumns } from '../authentication/staff-row.store.ts'

export type KeyRow = Omit<Selectable<Tables['service_keys']>, 'key_hash'> & {
  creator_name: string | null
}

/** A key that can be used, with its account and role. */
export interface LiveKey extends StaffRow {
  id: string
  key_hash: Buffer
  name: string
  networks: string[]
  max_per_minute: number
  expires_at: string
  last_used_at: string | null
  refused_at: string | null
  role_id: string
  role_name: string
}

/** Finds keys that are neither expired nor revoked, of active accounts with active roles. */
export const findLiveKeys = (db: Db, hashes: readonly Buffer[]) =>
  // From a subquery, for one plan whatever the number of keys.
  queryAll(db)<LiveKey>`
    select key.id, key.key_hash, key.name, key.networks, key.max_per_minute, key.expires_at,
      key.last_used_at, key.refused_at, ${staffColumns}, role.id as role_id, role.name as role_name
    from service_keys as key
    join users as person on person.id = key.user_id
    join roles as role on role.id = person.role_id
    where key.key_hash = any((select ${hashes}::bytea[])::bytea[])
      and key.revoked_at is null and key.expires_at > now() and person.service and not role.system
      and ${isActiveStaff}
  `

/** Notes where a key was used last. */
export const noteUsed = (db: Db, id: string, address: string) =>
  queryChangesOne(db)`
    update service_keys set last_used_at = now(), last_used_ip = ${address} where id = ${id}`

/** Notes that a key came from a network where it may not be used. */
export const noteRefused = (db: Db, id: string, address: string) =>
  queryChangesOne(db)`
    update service_keys set refused_at = now(), refused_ip = ${address} where id = ${id}`

const columns = sql`
  key.id, key.user_id, key.name, key.prefix, key.networks, key.max_per_minute, key.created_at,
  key.created_by, key.expires_at, key.revoked_at, key.replaces, key.last_used_at, key.last_used_ip,
  key.refused_at, key.refused_ip, creator.name as creator_name`

/** The keys of accounts, the newest first: of each account up to 40, before all others those that can be used. */
export const keysOf = (db: Db, accounts: readonly string[]) =>
  queryAll(db)<KeyRow>`
    select ${columns} from (
      select *, row_number() over (
        partition by user_id order by (revoked_at is null and expires_at > now()) desc, created_at desc, id desc
      ) as place
      from service_keys where user_id = any(${accounts}::uuid[])
    ) as key
    left join users as creator on creator.id = key.created_by
    where key.place <= 40
    order by key.created_at desc, key.id desc
  `

/** Finds a key and locks it. */
export const lockKey = async (db: Db, id: string) =>
  isId(id)
    ? await queryFirst(db)<KeyRow>`
        select ${columns} from service_keys as key
        left join users as creator on creator.id = key.created_by
        where key.id = ${id} for update of key`
    : undefined

export const countUsableKeys = (db: Db, account: string) =>
  queryNumber(db)`
    select count(*) from service_keys
    where user_id = ${account} and revoked_at is null and expires_at > now()`

export const insertKey = (db: Db, key: Insertable<Tables['service_keys']>) =>
  db.insertInto('service_keys').values(key).execute()

/** Lets a key end at a time, unless it ends before. */
export const endKeyAt = (db: Db, id: string, hours: number) =>
  queryChangesOne(db)`
    update service_keys set expires_at = least(expires_at, now() + make_interval(hours => ${hours}))
    where id = ${id}`

/** Revokes a key; false where it was revoked before. */
export const revoke = (db: Db, id: string) =>
  queryChangesOne(db)`
    update service_keys set revoked_at = now() where id = ${id} and revoked_at is null`
