import { sql } from 'kysely'
import type { Db } from '../../../db/connection/connection.ts'
import {
  queryAll,
  queryColumn,
  queryExists,
  queryFirst,
  queryNumber,
} from '../../../db/connection/query.ts'
import { isId } from '../../../ids.ts'
import { conditionOf, type Filterables } from '../lists/scim-filter.store.ts'
import { type Page, pageOf } from '../lists/scim-page.store.ts'
import type { ListQuery } from '../lists/scim-query.rules.ts'
import { groupType } from '../protocol/scim-schemas.ts'
import type { Provider } from '../provisioning/scim-providers.store.ts'

export interface ScimGroupRow {
  id: string
  display_name: string
  external_id: string | null
  version: number
  created_at: string
  updated_at: string
}

export interface MemberRow {
  group_id: string
  id: string
  name: string
}

const columns = sql`g.id, g.display_name, g.external_id, g.version, g.created_at, g.updated_at`
const ofProvider = (provider: Provider) =>
  sql`from scim_groups as g where g.provider_id = ${provider.id}::uuid`
const nameKey = sql`(steward_key(g.display_name) collate "C")`

const hasMember = {
  kind: 'member',
  is: (person: string) =>
    isId(person)
      ? sql<boolean>`exists (
          select 1 from scim_group_members as membership join users as t on t.id = membership.user_id
          where membership.group_id = g.id and membership.user_id = ${person}::uuid and t.deleted_at is null
        )`
      : sql<boolean>`false`,
} as const

const filterables: Filterables = {
  id: { kind: 'id', of: sql`g.id` },
  displayname: { kind: 'text', of: nameKey },
  externalid: { kind: 'exact', of: sql`g.external_id` },
  members: hasMember,
  'members.value': hasMember,
  'meta.created': { kind: 'time', of: sql`g.created_at` },
  'meta.lastmodified': { kind: 'time', of: sql`g.updated_at` },
}

const sorts = {
  id: sql`g.id`,
  displayname: nameKey,
  externalid: sql`(g.external_id collate "C")`,
  'meta.created': sql`g.created_at`,
  'meta.lastmodified': sql`g.updated_at`,
}

export const listScimGroups = (
  db: Db,
  provider: Provider,
  query: ListQuery,
): Promise<Page<ScimGroupRow>> => {
  const condition = query.filter ? conditionOf(groupType, filterables, query.filter) : sql`true`
  const from = sql`${ofProvider(provider)} and ${condition}`
  return pageOf<ScimGroupRow>(db, { columns, from, sorts, id: sql`g.id` }, query)
}

export async function findScimGroup(db: Db, provider: Provider, id: string) {
  if (!isId(id)) return undefined
  return await queryFirst(db)<ScimGroupRow>`
    select ${columns} ${ofProvider(provider)} and g.id = ${id}::uuid
  `
}

export const countScimGroups = (db: Db, provider: Provider) =>
  queryNumber(db)`select count(*)::int ${ofProvider(provider)}`

export const isGroupNameTaken = (tx: Db, provider: Provider, name: string, self: string) =>
  queryExists(tx)`
    select 1 ${ofProvider(provider)}
      and ${nameKey} = (steward_key(${name}) collate "C") and g.id <> ${self}::uuid
  `

/** The members of groups who aren't deleted, by id; at most so many. */
export const findMembers = (db: Db, groups: readonly string[], limit: number) =>
  queryAll(db)<MemberRow>`
    select membership.group_id, t.id, t.name
    from scim_group_members as membership join users as t on t.id = membership.user_id
    where membership.group_id = any(${groups}::uuid[]) and t.deleted_at is null
    order by membership.group_id, t.id limit ${limit}::int
  `

export const findMemberIds = (tx: Db, group: string) =>
  queryColumn(tx)`select user_id from scim_group_members where group_id = ${group}::uuid`

export async function insertScimGroup(
  tx: Db,
  provider: Provider,
  { id, display_name, external_id }: Pick<ScimGroupRow, 'id' | 'display_name' | 'external_id'>,
): Promise<void> {
  await sql`
    insert into scim_groups (id, provider_id, display_name, external_id)
    values (${id}::uuid, ${provider.id}::uuid, ${display_name}, ${external_id})
  `.execute(tx)
}

export async function updateScimGroup(
  tx: Db,
  { id, display_name, external_id }: Pick<ScimGroupRow, 'id' | 'display_name' | 'external_id'>,
): Promise<void> {
  await sql`
    update scim_groups set display_name = ${display_name}, external_id = ${external_id},
      version = version + 1, updated_at = now()
    where id = ${id}::uuid
  `.execute(tx)
}

export async function deleteScimGroup(tx: Db, id: string): Promise<void> {
  await sql`delete from scim_groups where id = ${id}::uuid`.execute(tx)
}

export async function addMembers(tx: Db, group: string, people: readonly string[]): Promise<void> {
  await sql`
    insert into scim_group_members (group_id, user_id)
    select ${group}::uuid, person from unnest(${people}::uuid[]) as person on conflict do nothing
  `.execute(tx)
}

export async function removeMembers(
  tx: Db,
  group: string,
  people: readonly string[],
): Promise<void> {
  await sql`
    delete from scim_group_members where group_id = ${group}::uuid and user_id = any(${people}::uuid[])
  `.execute(tx)
}
