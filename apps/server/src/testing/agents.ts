import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import { createRole, nextNumber } from './factories.ts'
import { granting } from './grants.ts'
import type { TestApp } from './server.ts'

/** A service account with a key, as agents have one. */
export interface TestAgent {
  id: string
  name: string
  keyId: string
  secret: string
}

export const proposeName = 'System · Integrations · propose'

/** Makes a service account with these permissions and a key; `owner` is the token of an owner. */
export async function createAgent(
  app: TestApp,
  owner: string,
  ...permissions: readonly string[]
): Promise<TestAgent> {
  const role = await createRole(app.db, granting(...permissions))
  const name = `Agent ${nextNumber()}`
  const made = await app.call('serviceAccounts.create', { token: owner, body: { name, role } })
  const id = made.body.data._id as string
  const { secret, keyId } = await createKey(app, owner, id)
  return { id, name, keyId, secret }
}

export async function createKey(app: TestApp, owner: string, id: string) {
  const { status, body } = await app.call('serviceAccounts.createKey', {
    token: owner,
    params: { id },
    body: { name: 'Agent' },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { secret: body.data.secret as string, keyId: body.data.key._id as string }
}

/** Lets an agent propose; the bounds are wide unless given. */
export async function setBounds(
  app: TestApp,
  owner: string,
  agent: Pick<TestAgent, 'id'>,
  bounds: object = {},
): Promise<void> {
  const body = {
    account: agent.id,
    areas: ['users', 'events', 'polls', 'tasks', 'bills', 'posts', 'categories', 'shoppingPosts'],
    actions: ['create', 'update', 'status', 'delete', 'restore', 'keep', 'feed', 'role'],
    recordsPerHour: 10_000,
    ...bounds,
  }
  const answer = await app.call('agentBounds.save', { token: owner, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

/** Asks a server as `fetch` does, without a port. */
export const fetchOf =
  (app: FastifyInstance) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? '' : await request.text()
    const answer = await app.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(body !== '' && { payload: body }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    const none = [204, 304].includes(answer.statusCode) || answer.rawPayload.length === 0
    return new Response(none ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    })
  }

/** What a tool answers; `data` is its structured result. */
export interface ToolAnswer {
  isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
  data: any
  text: string
  meta: Record<string, unknown> | undefined
}

/** A client of the MCP server with a key or a token, of the protocol of 2026 unless `legacy`. */
export async function connectAgent(app: TestApp, token: string, legacy = false) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: legacy ? 'legacy' : { pin: '2026-07-28' } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(app.config.mcp.url), {
    fetch: fetchOf(app.app),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  const tool = async (name: string, args: object = {}): Promise<ToolAnswer> => {
    const answer = await client.callTool({ name, arguments: { ...args } })
    const [first] = answer.content
    const text = first?.type === 'text' ? first.text : ''
    const inText = JSON.parse(text.split('\n').at(-2) ?? 'null')
    return {
      isError: answer.isError === true,
      data: answer.structuredContent ?? inText,
      text,
      meta: answer._meta,
    }
  }
  return { client, tool, close: () => client.close() }
}
