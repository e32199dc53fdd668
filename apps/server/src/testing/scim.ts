import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { newId } from '../ids.ts'
import { createRole, nextNumber } from './factories.ts'
import { granting } from './grants.ts'
import type { TestApp } from './server.ts'

/** What a test of SCIM gets back; `body` is the parsed JSON. */
export interface ScimAnswered {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
  body: any
}

/** An identity provider that provisions by SCIM with a key of its own. */
export interface ScimClient {
  /** The id of the provider. */
  provider: string
  /** The service account whose key it calls with. */
  account: string
  key: string
  /** Makes a call below `/scim/v2`. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ScimAnswered>
}

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A user resource, complete but for what a test says. */
export function scimUser(fields: object = {}): Record<string, unknown> {
  const address = `person-${nextNumber()}@corp.example`
  return {
    schemas: [userUrn],
    userName: address,
    displayName: `Person ${nextNumber()}`,
    emails: [{ value: address, type: 'work', primary: true }],
    active: true,
    ...fields,
  }
}

export const scimGroup = (displayName: string, members: readonly string[] = []) => ({
  schemas: [groupUrn],
  displayName,
  ...(members.length > 0 && { members: members.map((value) => ({ value })) }),
})

export const patchOf = (...operations: object[]) => ({
  schemas: [patchUrn],
  Operations: operations,
})

/**
 * Makes a provider, and a service account with a key that provisions for it.
 * @param groupRoles its mapping of groups to roles, in order
 * @param options.existing the id of a provider that there is already
 */
export async function openScimClient(
  app: TestApp,
  token: string,
  groupRoles: readonly { group: string; role: string }[] = [],
  {
    links = false,
    grants = ['System · Integrations · provision'],
    perMinute = 6_000,
    existing = null as string | null,
  } = {},
): Promise<ScimClient> {
  const role = await createRole(app.db, granting(...grants))
  const body = { name: `Provisioner ${nextNumber()}`, role }
  const created = await app.call('serviceAccounts.create', { token, body })
  const account = created.body.data._id
  const made = await app.call('serviceAccounts.createKey', {
    token,
    params: { id: account },
    body: { name: 'SCIM', maxPerMinute: perMinute },
  })
  const provider = existing ?? (await createProvider(app.db, account, groupRoles, links))
  if (existing) {
    await sql`
      update identity_providers set provisioner_id = ${account}::uuid where id = ${existing}::uuid
    `.execute(app.db)
  }
  const key = made.body.data.secret
  return { provider, account, key, call: caller(app, key) }
}

async function createProvider(
  db: Db,
  account: string,
  groupRoles: readonly object[],
  links: boolean,
): Promise<string> {
  const id = newId()
  await sql`
    insert into identity_providers (
      id, name, issuer, client_id, group_roles, provisioner_id, links_accounts, enabled
    )
    values (${id}::uuid, ${`Provider ${nextNumber()}`}, ${`https://id.example/${id}`}, 'steward',
      ${JSON.stringify(groupRoles)}::jsonb, ${account}::uuid, ${links}, true)
  `.execute(db)
  return id
}

/** Makes calls below `/scim/v2` with a key. */
export const caller =
  ({ app }: TestApp, key: string | null): ScimClient['call'] =>
  async (method, path, body, headers = {}) => {
    const {
      statusCode,
      headers: answered,
      body: text,
    } = await app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: statusCode, headers: answered, body: text === '' ? null : JSON.parse(text) }
  }
