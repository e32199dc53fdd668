import { createServer } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { EndpointName } from '@steward/contract/calls/routes'
import { createRole } from '../../apps/server/src/testing/factories.ts'
import { granting } from '../../apps/server/src/testing/grants.ts'
import { scimGroup, scimUser } from '../../apps/server/src/testing/scim.ts'
import { callServer, tokenOf } from './accounts.ts'
import { expect, freePort, type Server, withData } from './steward.ts'

/** What a server needs, so that its integrations can be filled. */
export const settings = { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' }

/** What stands behind the integrations of a server. */
export interface Filled {
  /** Addresses of this machine, each with one that a community might have in its place. */
  addresses: Readonly<Record<string, string>>
  stop(): void
}

interface Identified {
  _id: string
}

/** Fills every part of the integrations as a community might: called as the owner, and as each program. */
export async function fillIntegrations(server: Server): Promise<Filled> {
  const token = await tokenOf(server, server.owner)
  const call = async <T>(name: EndpointName, options: object = {}): Promise<T> =>
    (await callServer(server, name, { token, ...options })) as T
  const roles = await withData(server, async (db) => ({
    agent: await createRole(
      db,
      granting(
        'Operations · Bills · list',
        'Operations · Bills · update',
        'Community · Feed posts · list',
        'Community · Feed posts · delete',
        'System · Integrations · propose',
      ),
      'Assistant',
    ),
    exporter: await createRole(
      db,
      granting('Operations · Bills · list', 'System · Audit log · list'),
      'Export',
    ),
    sync: await createRole(db, granting('System · Integrations · provision'), 'Directory sync'),
  }))
  const keyOf = async (name: string, role: string, key: object) => {
    const { _id } = await call<Identified>('serviceAccounts.create', { body: { name, role } })
    const made = await call<{ secret: string }>('serviceAccounts.createKey', {
      params: { id: _id },
      body: key,
    })
    return { _id, secret: made.secret }
  }
  const agent = await keyOf('Assistant', roles.agent, { name: 'Desktop' })
  const sync = await keyOf('Directory sync', roles.sync, { name: 'Campus', maxPerMinute: 1_200 })
  const nightly = await keyOf('Nightly export', roles.exporter, {
    name: 'Server in Bonn',
    networks: ['127.0.0.0/8', '203.0.113.0/24'],
  })
  await callServer(server, 'bills.list', { token: nightly.secret })

  const people = await call<{ roles: (Identified & { name: string })[] }>('serviceAccounts.list')
  const roleNamed = (name: string) => people.roles.find((role) => role.name === name)?._id ?? ''
  const issuer = await provide(server, call, sync, {
    moderators: roleNamed('Editor'),
    treasurers: roleNamed('Finance'),
  })
  const { addresses, stop } = await sendWebhooks(call)
  await propose(server, call, agent)
  return {
    addresses: {
      [server.url]: 'https://staff.example.com',
      [issuer]: 'https://login.campus.example.com',
      ...addresses,
    },
    stop,
  }
}

type Call = <T>(name: EndpointName, options?: object) => Promise<T>

/** An identity provider that has provisioned people and groups. @returns its issuer, which nobody serves */
async function provide(
  server: Server,
  call: Call,
  sync: { _id: string; secret: string },
  roles: Readonly<Record<string, string>>,
): Promise<string> {
  const issuer = `http://127.0.0.1:${await freePort()}`
  await call('identityProviders.create', {
    body: {
      name: 'Campus',
      enabled: true,
      issuer,
      clientId: 'steward',
      clientSecret: 'a secret of the client',
      groupRoles: Object.entries(roles).map(([group, role]) => ({ group, role })),
      admission: [
        { value: 'moderators', status: 'active' },
        { value: 'treasurers', status: 'pending' },
      ],
      provisioner: sync._id,
    },
  })
  const scim = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/scim/v2${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sync.secret}`,
        'content-type': 'application/scim+json',
      },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { id: string }).id
  }
  const person = (name: string, active = true) => {
    const address = `${name.toLowerCase().replaceAll(' ', '.')}@campus.example.com`
    const emails = [{ value: address, type: 'work', primary: true }]
    return scim('/Users', scimUser({ userName: address, displayName: name, emails, active }))
  }
  const ids: string[] = []
  for (const name of ['Ada Brandt', 'Jonas Keller', 'Mira Osei', 'Tom Becker', 'Lena Vogt'])
    ids.push(await person(name))
  ids.push(await person('Paul Adler', false))
  await scim('/Groups', scimGroup('All staff', ids))
  await scim('/Groups', scimGroup('moderators', ids.slice(0, 2)))
  await scim('/Groups', scimGroup('treasurers', ids.slice(2, 3)))
  await person('Tom Becker')
  return issuer
}

/** An agent with bounds, and two proposals that wait. */
async function propose(
  server: Server,
  call: Call,
  agent: { _id: string; secret: string },
): Promise<void> {
  await call('agentBounds.save', {
    body: {
      account: agent._id,
      areas: ['bills', 'posts'],
      actions: ['update', 'delete', 'keep'],
      recordsPerHour: 100,
    },
  })
  const client = new Client(
    { name: 'pictures', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const requestInit = { headers: { authorization: `Bearer ${agent.secret}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }),
  )
  const use = async (name: string, args: Record<string, unknown>) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args })
    if (isError) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`)
    return structuredContent as { records: Identified[] }
  }
  const bills = await use('list_bills', { status: ['due'], limit: 2 })
  await use('propose_bills_update', {
    records: bills.records.map(({ _id }) => ({ id: _id, notes: 'Reminder sent on 28 November' })),
    reason: 'These two bills are due this week. The notes shall say that a reminder was sent.',
  })
  const posts = await use('list_posts', { limit: 3 })
  await use('propose_posts_delete', {
    ids: posts.records.map(({ _id }) => _id),
    reason: 'Several members have reported these posts as advertising.',
  })
  await client.close()
}

/** Two webhooks: one whose receiver takes everything, and one whose receiver refuses it. */
async function sendWebhooks(call: Call): Promise<Filled> {
  const listen = async (answer: number, text: string) => {
    const port = await freePort()
    const receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(answer).end(text)
    }).listen(port, '127.0.0.1')
    return { receiver, url: `http://127.0.0.1:${port}/` }
  }
  const [books, warehouse] = [await listen(204, ''), await listen(503, 'try later')]
  const filter = { list: 'bills', query: { status: ['due', 'overdue'] } }
  await call('webhooks.create', {
    body: { name: 'Accounting', url: books.url, areas: ['bills'], filter },
  })
  await call('webhooks.create', {
    body: { name: 'Warehouse', url: warehouse.url, areas: ['bills', 'tasks'] },
  })
  const { bills } = await call<{ bills: Identified[] }>('bills.list', {
    query: { status: 'due', limit: '3' },
  })
  for (const { _id } of bills) {
    await call('bills.update', { params: { id: _id }, body: { data: { notes: 'To be checked' } } })
  }
  const hooks = () =>
    call<{ name: string; lastSentAt: string | null; failures: number }[]>('webhooks.list')
  await expect
    .poll(
      async () => (await hooks()).map((hook) => hook.lastSentAt !== null || hook.failures > 2),
      {
        timeout: 30_000,
      },
    )
    .toEqual([true, true])
  return {
    addresses: {
      [books.url]: 'https://books.example.com/steward',
      [warehouse.url]: 'https://warehouse.example.com/in',
    },
    stop: () => {
      books.receiver.close()
      warehouse.receiver.close()
    },
  }
}
