import type { BodyOf } from '@steward/contract/calls/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { newId } from '../../ids.ts'

export type BoundsRow = Selectable<Tables['agent_bounds']> & {
  user_name: string
  key_name: string | null
}

const rows = sql`
  select bounds.*, person.name as user_name, key.name as key_name
  from agent_bounds as bounds
    join users as person on person.id = bounds.user_id
    left join service_keys as key on key.id = bounds.key_id`

export const listBounds = (db: Db) =>
  queryAll(
    db,
  )<BoundsRow>`${rows} order by steward_fold(person.name), bounds.key_id nulls first, bounds.id`

export const findBounds = (db: Db, id: string) =>
  queryFirst(db)<BoundsRow>`${rows} where bounds.id = ${id}`

/** A key with those that it took the place of, since rotating a key keeps its bounds. */
const keyLine = (key: string | null) => sql`
  with recursive line as (
    select id, replaces, 1 as place from service_keys where id = ${key}::uuid
    union all
    select key.id, key.replaces, line.place + 1
    from service_keys as key join line on key.id = line.replaces where line.place < 100
  )`

/** The bounds of who acts: of the key, of one that it replaced, or of the account; undefined where there are none. */
export const findBoundsOf = (db: Db, account: string, key: string | null) =>
  queryFirst(db)<BoundsRow>`
    ${keyLine(key)}
    ${rows} left join line on line.id = bounds.key_id
    where bounds.user_id = ${account} and (bounds.key_id is null or line.id is not null)
    order by line.place nulls last limit 1
  `

/** Locks bounds until the transaction ends, so that two proposals at once are counted one after the other. */
export async function lockBounds(tx: Db, id: string): Promise<void> {
  await sql`select 1 from agent_bounds where id = ${id} for update`.execute(tx)
}

export interface Used {
  at: string
  records: number
}

/** What was proposed within these bounds in the last hour, the oldest first. */
export const usedWithin = (db: Db, { user_id, key_id }: BoundsRow, key: string | null) =>
  queryAll(db)<Used>`
    ${keyLine(key)}
    select created_at as at, records from proposals
    where user_id = ${user_id} and created_at > now() - interval '1 hour'
      and (${key_id}::uuid is null or key_id in (select id from line))
    order by created_at
  `

type Sent = BodyOf<'agentBounds.save'>

/** Locks the bounds of an account, or of one of its keys. */
export const lockBoundsFor = (tx: Db, { account, key }: Pick<Sent, 'account' | 'key'>) =>
  queryFirst(tx)<BoundsRow>`
    ${rows} where bounds.user_id = ${account} and bounds.key_id is not distinct from ${key}::uuid
    for update of bounds`

export async function saveBounds(
  tx: Db,
  before: BoundsRow | undefined,
  { account, key, areas, actions, recordsPerHour }: Sent,
): Promise<string> {
  const id = before?.id ?? newId()
  await sql`
    insert into agent_bounds (id, user_id, key_id, areas, actions, records_per_hour)
    values (${id}, ${account}, ${key}, ${areas}::text[], ${actions}::text[], ${recordsPerHour})
    on conflict (id) do update set areas = excluded.areas, actions = excluded.actions,
      records_per_hour = excluded.records_per_hour, version = agent_bounds.version + 1, updated_at = now()
  `.execute(tx)
  return id
}

export const deleteBounds = (tx: Db, id: string) =>
  queryChangesOne(tx)`delete from agent_bounds where id = ${id}`

export interface BoundAccount {
  id: string
  name: string
  service: boolean
  permissions: string
  system: boolean
  keys: { _id: string; name: string }[]
}

/** Accounts that can have bounds: service accounts with their usable keys and, if `people`, staff that signs in. */
export const listBoundAccounts = (db: Db, people: boolean) =>
  queryAll(db)<BoundAccount>`
    select person.id, person.name, person.service, role.permissions::text as permissions, role.system,
      coalesce((
        select json_agg(json_build_object('_id', key.id, 'name', key.name) order by key.created_at)
        from service_keys as key
        where key.user_id = person.id and key.revoked_at is null and key.expires_at > now()
      ), '[]') as keys
    from users as person join roles as role on role.id = person.role_id
    where person.type = 'admin' and person.deleted_at is null and person.status = 'active'
      and (person.service or ${people})
    order by person.service desc, steward_fold(person.name), person.id limit 500
  `

/** Whether bounds can be set for the account, and the key is one of its own. */
export const findBoundAccount = (tx: Db, account: string, key: string | null) =>
  queryFirst(tx)<{ name: string; key_name: string | null }>`
    select person.name, key.name as key_name
    from users as person left join service_keys as key on key.id = ${key}::uuid and key.user_id = person.id
    where person.id = ${account} and person.type = 'admin' and person.deleted_at is null
      and (${key}::uuid is null or key.id is not null)
  `
