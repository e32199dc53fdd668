import { text } from 'node:stream/consumers'
import { endpoints } from '@steward/contract/calls/endpoints'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Rights } from '@steward/contract/permissions/conditions'
import { type Permission, permissionModules } from '@steward/contract/permissions/permissions'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type AppOptions, createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Connection, Db } from '../db/connection/connection.ts'
import { setUp } from '../setup.ts'
import { openTestDatabase, type TestDatabaseOptions } from './database.ts'
import { createAdmin, createRole } from './factories.ts'

/** What a test sends. */
export interface TestCall {
  token?: string | undefined
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Sent as a multipart form. */
  form?: FormData
}

/** What a test gets back; `body` is the parsed JSON. */
export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
  body: any
}

/** The whole server on a database of its own, to be asked as its clients ask it. */
export interface TestApp {
  app: FastifyInstance
  db: Db
  config: Config
  /** Signs a new admin in, with a role that permits exactly this, or as an owner. */
  signIn(
    permissions: readonly Permission[] | 'owner',
    narrowed?: Partial<Pick<Rights, 'conditions' | 'fieldRules'>>,
  ): Promise<{ token: string; userId: string; roleId: string }>
  /** Makes a call of the contract. */
  call(name: EndpointName, call?: TestCall): Promise<TestAnswer>
  /**
   * Starts another server on the same database; it ends with this one.
   * @param settings otherwise than this one's
   * @returns makes a call of it
   */
  another(settings?: Partial<Config>): Promise<TestApp['call']>
  dispose(): Promise<void>
}

/** What a test has otherwise than a server. */
type TestOptions = AppOptions & {
  logger?: FastifyBaseLogger
  /** Gives the address by which PostgreSQL is reached. */
  through?: TestDatabaseOptions['through']
  writesBySql?: TestDatabaseOptions['writesBySql']
}

/**
 * Starts the server of a test; nothing listens on a port.
 * @param options limits other than the usual ones, and where the log goes
 */
export async function startTestApp(
  engine: Connection['engine'],
  settings: Partial<Config> = {},
  { logger = pino({ level: 'silent' }), through, writesBySql, ...options }: TestOptions = {},
): Promise<TestApp> {
  const database = await openTestDatabase(engine, {
    through,
    writesBySql,
    databasePooler: settings.databasePooler,
  })
  const config = { ...database.config, ...settings }
  await setUp(database.connection, config)
  const { db } = database.connection
  // Tests look at moments between two changes of the same second.
  const snapshots = { resolutionMs: 1, ...options.snapshots }
  // Retention begins a minute after the start, in the middle of whatever a slow test looks at.
  const app = await createApp(config, db, logger, { retention: false, ...options, snapshots })
  await untilServing(app)
  const call: TestApp['call'] = (name, options) => ask(app, name, options)
  const others: FastifyInstance[] = []
  return {
    app,
    db,
    config,
    call,
    signIn: async (permissions, { conditions = [], fieldRules = [] } = {}) => {
      const roleId =
        permissions === 'owner'
          ? await ownerRole(db)
          : await createRole(db, granting(permissions), undefined, {
              conditions: [...conditions],
              field_rules: [...fieldRules],
            })
      const { id, email, password } = await createAdmin(db, roleId)
      const { status, body } = await call('session.login', { body: { email, password } })
      if (status !== 200) throw new Error(`sign-in failed: ${status} ${JSON.stringify(body)}`)
      return { token: body.data.token, userId: id, roleId }
    },
    another: async (otherwise) => {
      const other = await createApp({ ...config, ...otherwise }, db, logger, {
        retention: false,
        ...options,
      })
      others.push(other)
      await untilServing(other)
      return (name, options) => ask(other, name, options)
    },
    dispose: async () => {
      for (const other of others) await other.close()
      await app.close()
      await database.dispose()
    },
  }
}

/** A busy machine may be so slow to load the server that it takes itself for overloaded at first. */
async function untilServing(app: FastifyInstance): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { statusCode } = await app.inject({ method: 'GET', url: '/health/live' })
    if (statusCode === 200) return
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function ask(
  app: FastifyInstance,
  name: EndpointName,
  { token, params = {}, query = {}, body, headers = {}, form }: TestCall = {},
): Promise<TestAnswer> {
  const { method, path } = routes[name]
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const each of [value].flat()) search.append(key, String(each))
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? ''))
  const encoded = form && new Response(form)
  const answer = await app.inject({
    method,
    url: `/api/${filled}?${search}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(encoded ? { 'content-type': encoded.headers.get('content-type') ?? '' } : {}),
      ...headers,
    },
    ...(encoded ? { payload: Buffer.from(await encoded.arrayBuffer()) } : {}),
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    payloadAsStream: true,
  })
  const { statusCode: status, headers: answered } = answer
  const stream = answer.stream()
  // A stream of events has no end to wait for.
  if (String(answered['content-type']).startsWith('text/event-stream')) {
    stream.destroy()
    return { status, headers: answered, body: null }
  }
  const sent = await text(stream)
  // A file comes as it is; that it fails is told as JSON.
  const isJson = /^application\/json/.test(String(answered['content-type']))
  return { status, headers: answered, body: isJson && sent !== '' ? JSON.parse(sent) : null }
}

/** Modules in which exactly these permissions are granted. */
const granting = (permissions: readonly Permission[]) =>
  permissionModules((each) =>
    permissions.some(
      ({ module, submodule, action }) =>
        module === each.module && submodule === each.submodule && action === each.action,
    ),
  )

async function ownerRole(db: Db): Promise<string> {
  const { id } = await db
    .selectFrom('roles')
    .select('id')
    .where('system', '=', true)
    .executeTakeFirstOrThrow()
  return id
}

/** Whether a successful answer holds what its endpoint promises: throws what is wrong with it. */
export function mustFitContract(name: EndpointName, body: { data: unknown }): void {
  // Of a stream, nothing has come yet; a file has no data.
  if ('stream' in endpoints[name] || 'file' in endpoints[name]) return
  endpoints[name].data.parse(body.data)
}
