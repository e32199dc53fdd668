import type { AreaName } from '@steward/contract/areas/areas'
import type { EndpointName } from '@steward/contract/calls/routes'
import { allPermissions, permissionModules } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Connection } from '../db/connection/connection.ts'
import { type RecordTable, tableOf } from '../db/schema/tables.ts'
import { write } from '../db/write/write.ts'
import { readNetworks } from '../http/outbound-networks.ts'
import { newId } from '../ids.ts'
import { snakeOf } from '../modules/mcp/tool.ts'
import { connectAgent, createKey, type ToolAnswer } from './agents.ts'
import { type Community, readCommunity, seedCommunity } from './community.ts'
import type { ModelRole } from './conditions-model.ts'
import type { Door } from './drawn-calls.ts'
import { createRole } from './factories.ts'
import { atScale } from './scale.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestCall } from './server.ts'

export type Row = Readonly<Record<string, unknown>> & { id: string }

/** A community, and those who look at it with roles that are narrowed anew for each drawn case. */
export interface Narrowed {
  app: TestApp
  /** Where the server listens. */
  url: string
  /** The token of the person. */
  token: string
  /** Somebody whom nothing narrows. */
  owner: string
  /** The account behind a door. */
  idOf(door: Door): string
  /** Every row there is, as it was read last. */
  all(): Community
  /** Reads the records of some areas again. */
  reread(...areas: readonly AreaName[]): Promise<void>
  rowsOf(area: AreaName): Row[]
  /** Narrows the role of all, and gives the person another one beside it, or none. */
  narrow(own: ModelRole, further: ModelRole | undefined): Promise<void>
  /** Makes a call by a door; never answered with a failure of the server. */
  ask(door: Door, name: EndpointName, call?: TestCall): Promise<TestAnswer>
  /** Whether something that takes long may be asked once more. */
  hasTurn(kind: keyof typeof turns): boolean
  dispose(): Promise<void>
}

/** How often at most is asked what takes long. */
const turns = atScale
  ? { told: 300, import: 60, bulk: 100, export: 100 }
  : { told: 3, import: 2, bulk: 8, export: 12 }

const own = {
  bills: 'payer_id',
  posts: 'author_id',
  tasks: 'assignee_id',
  events: 'host_id',
  shopping_posts: 'seller_id',
} as const

/** Some records of every kind become those of these people. */
async function giveTo(app: TestApp, people: readonly string[]): Promise<void> {
  for (const [table, column] of Object.entries(own) as [RecordTable, string][]) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} order by id limit 40`.execute(app.db)
    for (const [place, person] of people.entries()) {
      const ids = rows.filter((_, n) => n % 5 === place).map(({ id }) => id)
      await write(app.db, { system: 'setup' }, async ({ lock, update }) => {
        await update(table, await lock(table, ids), { [column]: person } as never)
      })
    }
  }
}

export async function openNarrowed(engine: Connection['engine']): Promise<Narrowed> {
  const app = await startTestApp(engine, {
    trashDays: 100_000,
    privateNetworks: readNetworks('127.0.0.0/8') ?? [],
  })
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const owner = await app.signIn('owner')
  const { token, userId: me, roleId: role } = await app.signIn(allPermissions)
  await seedCommunity(app.db, me)
  const made = await app.call('serviceAccounts.create', {
    token: owner.token,
    body: { name: 'Program', role },
  })
  const account: string = made.body.data._id
  const { secret } = await createKey(app, owner.token, account)
  await sql`update service_keys set max_per_minute = 6000`.execute(app.db)
  const agent = await connectAgent(app, secret)
  await giveTo(app, [me, account])
  const further = await createRole(app.db, [])
  await sql`
    insert into temporary_roles (id, user_id, role_id, until, reason, given_by, given_by_name)
    values (${newId()}, ${me}, ${further}, now(), 'Drawn', ${owner.userId}, 'Owner')`.execute(
    app.db,
  )
  let all = await readCommunity(app.db)
  const left = { ...turns }

  const set = async (id: string, { conditions, fieldRules, actions }: ModelRole) => {
    const permissions = permissionModules(({ action }) => actions?.includes(action) ?? true)
    await sql`update roles set permissions = ${JSON.stringify(permissions)}::jsonb,
      conditions = ${JSON.stringify(conditions)}::jsonb,
      field_rules = ${JSON.stringify(fieldRules)}::jsonb where id = ${id}`.execute(app.db)
  }
  const askBy = async (door: Door, name: EndpointName, call: TestCall): Promise<TestAnswer> => {
    const tool = door === 'agent' ? toolOf(name) : undefined
    if (!tool) return await app.call(name, { token: door === 'person' ? token : secret, ...call })
    // What a screen asks for beside the records is no argument.
    const { total: _, ...query } = call.query ?? {}
    return answerOf(await agent.tool(tool, { ...texts(query), ...call.params }))
  }
  return {
    app,
    url,
    token,
    owner: owner.userId,
    idOf: (door) => (door === 'person' ? me : account),
    all: () => all,
    reread: async (...areas) => {
      for (const table of areas.map(tableOf)) {
        const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(app.db)
        all = { ...all, [table]: rows }
      }
    },
    rowsOf: (area) => all[tableOf(area) as RecordTable] as unknown as Row[],
    narrow: async (own, another) => {
      await set(role, own)
      if (another) await set(further, another)
      const until = another ? sql`now() + interval '1 hour'` : sql`now()`
      await sql`update temporary_roles set until = ${until} where role_id = ${further}`.execute(
        app.db,
      )
    },
    ask: async (door, name, call = {}) => {
      let answer = await askBy(door, name, call)
      // Searches have a rate.
      while (answer.status === 429) {
        await new Promise((done) => setTimeout(done, 500))
        answer = await askBy(door, name, call)
      }
      const { status, body } = answer
      const said = body?.message
      expect([door, name, call, status < 500, said]).toEqual([door, name, call, true, said])
      return answer
    },
    hasTurn: (kind) => {
      left[kind] -= 1
      return left[kind] >= 0
    },
    dispose: async () => {
      await agent.close()
      await app.dispose()
    },
  }
}

const verbs: Readonly<Record<string, string>> = { list: 'list', details: 'get', totals: 'total' }

/** The tool by which agents make a call; undefined for calls that they make as others do. */
function toolOf(name: EndpointName): string | undefined {
  if (name === 'search.everywhere') return 'search'
  if (name === 'dashboard.counts') return 'dashboard'
  const [area = '', call = ''] = name.split('.')
  const verb = area === 'auditLog' ? undefined : verbs[call]
  return verb && `${verb}_${snakeOf(area)}`
}

/** A query as it stands in an address. */
const texts = (query: object) =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )

const statuses: Readonly<Record<string, number>> = {
  not_permitted: 403,
  not_found: 404,
  invalid: 422,
  too_many: 429,
}

/** What a tool answers, as the call itself would. */
function answerOf({ isError, data }: ToolAnswer): TestAnswer {
  if (isError) return { status: statuses[data.code] ?? 500, headers: {}, body: data }
  const { asOf: _, untrusted: __, record, ...rest } = data
  return { status: 200, headers: {}, body: { data: record ?? rest } }
}
