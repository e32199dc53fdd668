import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection/connection.ts'
import { queryColumn, queryFirst } from '../../../db/connection/query.ts'
import { isId } from '../../../ids.ts'
import { conditionOf, type Filterables } from '../lists/scim-filter.store.ts'
import { type Page, pageOf } from '../lists/scim-page.store.ts'
import type { ListQuery } from '../lists/scim-query.rules.ts'
import type { Resource } from '../protocol/scim-resource.rules.ts'
import { userType } from '../protocol/scim-schemas.ts'
import type { Provider } from '../provisioning/scim-providers.store.ts'

/** A person as a provider sees them: what it sent, and their account. */
export interface ScimUserRow {
  id: string
  user_name: string
  external_id: string | null
  attributes: Resource
  name: string
  email: string
  status: 'active' | 'inactive' | 'pending'
  /** Of what was sent and of the account, which both change it. */
  version: string
  created_at: string
  updated_at: string
}

const columns = sql`
  s.user_id as id, s.user_name, s.external_id, s.attributes, t.name, t.email, t.status,
  t.version || '.' || s.version as version, s.created_at, greatest(s.updated_at, t.updated_at) as updated_at`

/** The people of a provider who aren't deleted. */
const people = (provider: Provider) => sql`
  from scim_users as s join users as t on t.id = s.user_id
  where s.provider_id = ${provider.id}::uuid and t.deleted_at is null`

const userNameKey = sql`(steward_key(s.user_name) collate "C")`
const updatedAt = sql`greatest(s.updated_at, t.updated_at)`
const email = { kind: 'text', of: sql`steward_key(t.email)` } as const
const name = { kind: 'text', of: sql`steward_key(t.name)` } as const

const filterables: Filterables = {
  id: { kind: 'id', of: sql`s.user_id` },
  username: { kind: 'text', of: userNameKey },
  externalid: { kind: 'exact', of: sql`s.external_id` },
  displayname: name,
  active: { kind: 'flag', of: sql`(t.status <> 'inactive')` },
  emails: email,
  'emails.value': email,
  'emails.type': {
    kind: 'member',
    is: (type) => sql`exists (
      select 1 from jsonb_array_elements(coalesce(s.attributes -> 'emails', '[]')) as sent
      where lower(sent ->> 'type') = lower(${type}::text)
    )`,
  },
  groups: { kind: 'member', is: isIn },
  'groups.value': { kind: 'member', is: isIn },
  'meta.created': { kind: 'time', of: sql`s.created_at` },
  'meta.lastmodified': { kind: 'time', of: updatedAt },
}

function isIn(group: string): RawBuilder<boolean> {
  if (!isId(group)) return sql<boolean>`false`
  return sql<boolean>`exists (
    select 1 from scim_group_members as membership
    where membership.group_id = ${group}::uuid and membership.user_id = s.user_id
  )`
}

const sorts: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`s.user_id`,
  username: userNameKey,
  displayname: sql`(steward_key(t.name) collate "C")`,
  externalid: sql`(s.external_id collate "C")`,
  emails: sql`(steward_key(t.email) collate "C")`,
  'emails.value': sql`(steward_key(t.email) collate "C")`,
  'meta.created': sql`s.created_at`,
  'meta.lastmodified': updatedAt,
}

export const listScimUsers = (
  db: Db,
  provider: Provider,
  query: ListQuery,
): Promise<Page<ScimUserRow>> => {
  const condition = query.filter ? conditionOf(userType, filterables, query.filter) : sql`true`
  const from = sql`${people(provider)} and ${condition}`
  return pageOf<ScimUserRow>(db, { columns, from, sorts, id: sql`s.user_id` }, query)
}

export async function findScimUser(db: Db, provider: Provider, id: string) {
  if (!isId(id)) return undefined
  return await queryFirst(db)<ScimUserRow>`
    select ${columns} ${people(provider)} and s.user_id = ${id}::uuid
  `
}

/** Whether another person of the provider has the name. */
export async function isUserNameTaken(
  tx: Db,
  provider: Provider,
  userName: string,
  self: string | null,
) {
  const others = await queryColumn(tx)`
    select s.user_id ${people(provider)}
      and ${userNameKey} = (steward_key(${userName}) collate "C")
      and s.user_id is distinct from ${self}::uuid
    limit 1
  `
  return others.length > 0
}

export type SentUser = Pick<ScimUserRow, 'user_name' | 'external_id' | 'attributes'>

/** Notes what a provider sent of a person; what was sent before is replaced. */
export async function saveScimUser(
  tx: Db,
  provider: Provider,
  id: string,
  sent: SentUser,
): Promise<void> {
  await sql`
    insert into scim_users as known (user_id, provider_id, user_name, external_id, attributes)
    values (${id}::uuid, ${provider.id}::uuid, ${sent.user_name}, ${sent.external_id},
      ${JSON.stringify(sent.attributes)}::jsonb)
    on conflict (user_id) do update set
      provider_id = excluded.provider_id, user_name = excluded.user_name, external_id = excluded.external_id,
      attributes = excluded.attributes, version = known.version + 1, updated_at = now()
  `.execute(tx)
}
