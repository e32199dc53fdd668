import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { inNameOrder } from '../../db/collation.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst, queryNumber } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isId } from '../../ids.ts'
import type { MappedRole } from './group-roles.rules.ts'

export type ProviderRow = Selectable<Tables['identity_providers']>
export type NewProvider = Insertable<Tables['identity_providers']>
export type ProviderPatch = Updateable<Tables['identity_providers']>

/** How many providers there may be: each is a button of the sign-in page. */
export const maxProviders = 20

export type ListedProvider = ProviderRow & { people: number; provisioner_name: string | null }

export const findProviders = (db: Db) =>
  queryAll(db)<ListedProvider>`
    select provider.*, provisioner.name as provisioner_name,
      (select count(*)::int from users where provider_id = provider.id and deleted_at is null) as people
    from identity_providers as provider
    left join users as provisioner on provisioner.id = provider.provisioner_id
    order by ${inNameOrder('provider.name')}, provider.id`

export const findEnabledProviders = (db: Db) =>
  queryAll(db)<{ _id: string; name: string }>`
    select id as _id, name from identity_providers where enabled
    order by ${inNameOrder('name')}, id`

export const findProvider = async (db: Db, id: string): Promise<ProviderRow | undefined> =>
  isId(id)
    ? await queryFirst(db)<ProviderRow>`select * from identity_providers where id = ${id}`
    : undefined

/** The provider of an issuer that people sign in by. */
export const findEnabledByIssuer = (db: Db, issuer: string) =>
  queryFirst(db)<ProviderRow>`
    select * from identity_providers where issuer = ${issuer} and enabled`

/** The provider that a service account provisions for. */
export const findProvisionedBy = (db: Db, account: string) =>
  queryFirst(db)<ProviderRow>`
    select * from identity_providers where provisioner_id = ${account}::uuid`

/*
 * Locks are taken in one order, so that no two writes wait for each other: `scim_providers`, `identity_providers`,
 * `users`, `roles`, `sign_in_settings`.
 */

/** Reads a provider and locks it until the transaction ends, also against writes by SCIM. */
export async function lockProvider(tx: Db, id: string): Promise<ProviderRow | undefined> {
  if (!isId(id)) return undefined
  await sql`select 1 from scim_providers where provider_id = ${id} for update`.execute(tx)
  return await queryFirst(tx)<ProviderRow>`
    select * from identity_providers where id = ${id} for update`
}

export const countProviders = (tx: Db) =>
  queryNumber(tx)`select count(*)::int from identity_providers`

export const insertProvider = async (tx: Db, provider: NewProvider): Promise<void> =>
  void (await tx.insertInto('identity_providers').values(provider).execute())

export async function updateProvider(tx: Db, id: string, patch: ProviderPatch): Promise<void> {
  await tx
    .updateTable('identity_providers')
    .set({ ...patch, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteProvider = async (tx: Db, id: string): Promise<void> =>
  void (await tx.deleteFrom('identity_providers').where('id', '=', id).execute())

/** The roles that mappings may name: those that there are, and deleted ones that are named. */
export const findMappedRoles = (db: Db, named: readonly string[] = []) =>
  queryAll(db)<MappedRole>`
    select id, name, status, system from roles
    where status <> 'deleted' or id = any(${named.filter(isId)}::uuid[])
    order by ${inNameOrder('name')}, id`

/** Reads the roles of a mapping and keeps them as they are until the transaction ends. */
export const lockMappedRoles = (tx: Db, ids: readonly string[]) =>
  queryAll(tx)<Selectable<Tables['roles']>>`
    select * from roles where id = any(${ids.filter(isId)}::uuid[]) order by id for share`

/** Reads a provider and keeps it as it is until the transaction ends. */
export const shareProvider = (tx: Db, id: string): Promise<ProviderRow | undefined> =>
  queryFirst(tx)<ProviderRow>`select * from identity_providers where id = ${id} for share`
