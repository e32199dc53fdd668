import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists } from '../../db/connection/query.ts'
import { retiredContext, type Secrets } from '../../secrets.ts'

/** What recovery codes are hashed for, with a key. */
export const recoveryPurpose = 'recovery code'

/** The fingerprints of the keys that secrets of the database are encrypted with; none before the first start. */
export const keysInUse = (db: Db) =>
  queryColumn(db)`select fingerprint from secret_keys where recovery_key is null`

/** What recovery codes were hashed with under keys that have been retired, encrypted. */
export const retiredRecoveryKeys = (db: Db) =>
  queryColumn(db)<Buffer>`select recovery_key from secret_keys where recovery_key is not null`

/** Notes that secrets are encrypted with a key. */
export async function noteKeyInUse(db: Db, fingerprint: string): Promise<void> {
  await sql`
    insert into secret_keys as kept (fingerprint) values (${fingerprint})
    on conflict (fingerprint) do update set recovery_key = null where kept.recovery_key is not null
  `.execute(db)
}

/** Notes that a key is in use no more, and what its recovery codes are hashed with. */
export async function noteKeyRetired(db: Db, fingerprint: string, recoveryKey: Buffer) {
  await sql`
    insert into secret_keys (fingerprint, recovery_key) values (${fingerprint}, ${recoveryKey})
    on conflict (fingerprint) do update set recovery_key = excluded.recovery_key
  `.execute(db)
}

/** Encrypts what stands for retired keys with the present key, where the previous one encrypted it. */
export async function resealRetiredKeys(db: Db, secrets: Secrets): Promise<void> {
  const rows = await queryAll(db)<{ fingerprint: string; recovery_key: Buffer }>`
    select fingerprint, recovery_key from secret_keys where recovery_key is not null`
  for (const { fingerprint, recovery_key } of rows) {
    const again = secrets.reseal(recovery_key, retiredContext(recoveryPurpose))
    if (again) await noteKeyRetired(db, fingerprint, again)
  }
}

/** Forgets all keys but one, with the recovery codes of retired ones. */
export async function forgetOtherKeys(db: Db, fingerprint: string): Promise<void> {
  await sql`delete from secret_keys where fingerprint <> ${fingerprint}`.execute(db)
}

/** Whether a secret of an identity provider is kept. */
export const hasProviderSecret = (db: Db) =>
  queryExists(db)`select 1 from identity_providers where client_secret is not null limit 1`
