import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryExists } from '../../db/connection/query.ts'
import type { Secrets } from '../../secrets.ts'

/** The context that the secret of an identity provider's client is encrypted in. */
export const clientSecretContext = (provider: string): string => `identity provider ${provider}`

/** The context that the ID token of a session is encrypted in. */
export const idTokenContext = (session: string): string => `id token ${session}`

interface Sealed {
  id: string
  sealed: Buffer
}

const batch = 500

/** Encrypts with the present key what the previous one encrypted: clients' secrets and ID tokens of sessions. */
export async function resealProviderSecrets(
  db: Db,
  secrets: Secrets,
): Promise<{ resealed: number; unopened: number }> {
  const done = { resealed: 0, unopened: 0 }
  for (const source of [clientSecrets, idTokens]) {
    for (let after: string | undefined = beforeAll; after !== undefined; ) {
      after = await db.transaction().execute(async (tx) => {
        const rows = await source.some(tx, after ?? beforeAll)
        for (const { id, sealed } of rows) {
          const again = resealed(secrets, sealed, source.contextOf(id))
          if (again === undefined) done.unopened += 1
          if (!again) continue
          done.resealed += 1
          await source.save(tx, id, again)
        }
        return rows.at(-1)?.id
      })
    }
  }
  return done
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

const clientSecrets = {
  contextOf: clientSecretContext,
  some: (tx: Db, after: string) =>
    queryAll(tx)<Sealed>`
      select id, client_secret as sealed from identity_providers
      where client_secret is not null and id > ${after} order by id limit ${batch}::int for update`,
  save: (tx: Db, id: string, sealed: Buffer) =>
    tx
      .updateTable('identity_providers')
      .set({ client_secret: sealed })
      .where('id', '=', id)
      .execute(),
}

const idTokens = {
  contextOf: idTokenContext,
  some: (tx: Db, after: string) =>
    queryAll(tx)<Sealed>`
      select session_id as id, id_token as sealed from provider_sessions
      where id_token is not null and session_id > ${after}
      order by session_id limit ${batch}::int for update`,
  save: (tx: Db, id: string, sealed: Buffer) =>
    tx
      .updateTable('provider_sessions')
      .set({ id_token: sealed })
      .where('session_id', '=', id)
      .execute(),
}

/** Null for what the present key encrypted, undefined for what doesn't open. */
function resealed(secrets: Secrets, sealed: Buffer, context: string): Buffer | null | undefined {
  try {
    return secrets.reseal(sealed, context)
  } catch {
    return undefined
  }
}

/** Whether a secret of an identity provider is kept. */
export const hasProviderSecret = (db: Db) =>
  queryExists(db)`select 1 from identity_providers where client_secret is not null limit 1`
