import type { OutgoingHttpHeaders } from 'node:http'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  answerSchema,
  type Endpoint,
  failureSchema,
  failuresOf,
} from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import { type FailureBody, type FailureCode, failureStatus } from '@steward/contract/calls/errors'
import { keyFailures } from '@steward/contract/calls/idempotency'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordTable } from '../db/schema/tables.ts'
import { write } from '../db/write/write.ts'
import { guardedCalls } from '../testing/calls.ts'
import { seedCommunity } from '../testing/community.ts'
import { oneEngine } from '../testing/database.ts'
import { create, createAdmin } from '../testing/factories.ts'
import { type FuzzRequest, filled, fuzzRequest } from '../testing/fuzz-requests.ts'
import type { Known } from '../testing/fuzz-values.ts'
import { integrityFindings } from '../testing/integrity.ts'
import { atScale } from '../testing/scale.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

const runs = Number(process.env['STEWARD_FUZZ_RUNS'] ?? (atScale ? 400 : 6))
const seed = Number(
  process.env['STEWARD_FUZZ_SEED'] ?? (atScale ? Math.floor(Math.random() * 2 ** 31) : 20_261_125),
)

/** Failures that any call has, whatever it is. */
const anywhere: readonly FailureCode[] = [
  'no_such_call',
  'method_not_allowed',
  'unsupported_media_type',
  'too_large',
  'headers_too_large',
]

/** What an answer holds, however it is compressed: JSON, or text. */
function contentOf(headers: OutgoingHttpHeaders, bytes: Buffer): unknown {
  const { 'content-encoding': encoding, 'content-type': type } = headers
  const inflate = encoding === 'br' ? brotliDecompressSync : gunzipSync
  const text = (encoding ? inflate(bytes) : bytes).toString()
  return String(type).startsWith('application/json') ? JSON.parse(text) : text
}

/** What Zod says of what nobody has given other words. */
const ofLibrary = /Invalid (input|option|string|key)|Unrecognized key|Too (big|small)/

interface Answered {
  status: number
  body: unknown
}

describe.each(oneEngine)('every call, with anything at all, on %s', (engine) => {
  let t: TestApp
  let owner = ''
  let without = ''
  let password = ''
  let known: Known = { own: [], any: [], role: [], token: [], entry: [], password: [] }
  let errors = ''
  const logger = pino(
    { level: 'error' },
    new Writable({
      write: (line, _encoding, done) => {
        errors = String(line)
        done()
      },
    }),
  )
  /** Goes on as a new owner. */
  const becomeOwner = async () => {
    const role = await t.db.selectFrom('roles').select('id').where('system', '=', true).execute()
    const made = await createAdmin(t.db, role[0]?.id ?? '')
    const { body } = await t.call('session.login', { body: made })
    owner = body.data.token
    password = made.password
    return made.id
  }
  beforeAll(async () => {
    console.info(`STEWARD_FUZZ_SEED=${seed}`)
    t = await startTestApp(engine, {}, { logger })
    without = (await t.signIn([])).token
    await seedCommunity(t.db, await becomeOwner())
    // Imports of files that nobody has.
    await t.db.deleteFrom('jobs').where('action', 'in', ['import', 'check']).execute()
  })
  afterAll(() => t.dispose())

  /** What requests may name, with some new records of the kind that a call is about. */
  const learn = async (name: EndpointName): Promise<void> => {
    const about = (guardedCalls as Partial<Record<string, { about?: RecordTable }>>)[name]?.about
    const deleted = { deleted_at: '2026-01-01T00:00:00.000Z' }
    const own = about
      ? [
          ...(await create(t.db, about, {}, {}, {})),
          ...(about === 'roles' ? [] : await create(t.db, about, deleted)),
        ]
      : []
    const { rows } = await sql<{ id: string }>`
      select * from (
        (select id from users order by random() limit 4) union all
        (select id from roles order by random() limit 3) union all
        (select id from categories order by random() limit 3) union all
        (select id from bills order by random() limit 3) union all
        (select id from jobs order by random() limit 3) union all
        (select id from imports order by random() limit 3) union all
        (select id from sessions order by random() limit 2) union all
        (select batch from audit_entries where batch is not null order by random() limit 2)
      ) as found order by 1`.execute(t.db)
    const entries = await sql<{ id: number }>`
      select id from audit_entries order by id desc limit 40`.execute(t.db)
    const roles = await sql<{ id: string }>`
      select id from roles where status = 'active' and not system order by id desc limit 3`.execute(
      t.db,
    )
    const any = rows.map(({ id }) => id)
    known = {
      own: own.length > 0 ? own : any,
      any,
      role: roles.rows.map(({ id }) => id),
      password: [password],
      token: known.token.slice(-20),
      entry: entries.rows.map(({ id }) => String(id)),
    }
  }

  const authorizations = () => ({
    owner: `Bearer ${owner}`,
    'somebody without permissions': `Bearer ${without}`,
    nobody: undefined,
    'a broken header': 'Basic \xff',
  })

  const send = async (name: EndpointName, { as, url, headers, payload, from }: FuzzRequest) => {
    const authorization = authorizations()[as]
    const encoding = typeof payload === 'string' ? 'utf8' : 'latin1'
    const text = filled(payload?.toString(encoding) ?? '', known)
    const answer = await t.app.inject({
      method: routes[name].method,
      url: filled(url, known),
      remoteAddress: from,
      headers: { ...headers, ...(authorization ? { authorization } : {}) },
      payloadAsStream: true,
      ...(payload === undefined ? {} : { payload: Buffer.from(text, encoding) }),
    })
    const { statusCode: status, headers: answered } = answer
    const stream = answer.stream()
    // A stream of events has no end to wait for.
    const events = String(answered['content-type']).startsWith('text/event-stream')
    if (events) stream.destroy()
    const bytes = events ? Buffer.alloc(0) : await buffer(stream)
    return { status, headers: answered, body: contentOf(answered, bytes) }
  }

  /** @returns what is wrong with an answer; undefined where nothing is */
  const flawOf = (name: EndpointName, { status, body }: Answered): string | undefined => {
    const endpoint: Endpoint = endpoints[name]
    if (status >= 200 && status < 300) {
      if (endpoint.file || endpoint.stream) return undefined
      if (status !== (endpoint.status ?? 200)) return 'another status than the contract’s'
      return answerSchema(endpoint).safeParse(body).error?.message
    }
    const failure = failureSchema.safeParse(body)
    if (!failure.success) return failure.error.message
    const { code } = failure.data
    if (failureStatus[code] !== status) return `another status than that of ${code}`
    if (status >= 500) return `a failure of the server: ${errors}`
    if (ofLibrary.test(failure.data.message)) return 'words of a library'
    const own = [...failuresOf(endpoint), ...keyFailures, ...anywhere]
    return own.includes(code)
      ? undefined
      : `${code} is none of the failures that the contract names`
  }

  /** Goes on as an owner who may do everything, whatever was done to the one before. */
  const recover = async (code: FailureCode | undefined): Promise<void> => {
    if (code === 'second_factor_missing') {
      await write(t.db, { system: 'setup' }, async ({ tx, lock, update }) => {
        const system = await tx
          .selectFrom('roles')
          .select('id')
          .where('system', '=', true)
          .execute()
        await update(
          'roles',
          await lock(
            'roles',
            system.map(({ id }) => id),
          ),
          {
            require_second_factor: false,
          },
        )
      })
    }
    const lost: unknown[] = ['no_session', 'second_factor_missing', 'not_permitted', 'too_many']
    if (lost.includes(code)) await becomeOwner()
  }

  const remember = (body: unknown): void => {
    for (const [, token] of JSON.stringify(body).matchAll(/(?:"token":"|token=)([^"&]+)/g)) {
      if (token) known = { ...known, token: [...known.token, token] }
    }
  }

  test.each(Object.keys(routes) as EndpointName[])(
    'class: fuzz: %s answers as the contract says',
    async (name) => {
      await learn(name)
      await fc.assert(
        fc.asyncProperty(fuzzRequest(name), async (request) => {
          const answer = await send(name, request)
          const flaw = flawOf(name, answer)
          if (flaw) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}: ${flaw}`)
          if (answer.status < 300) remember(answer.body)
          else if (request.as === 'owner') await recover((answer.body as FailureBody).code)
        }),
        { seed, numRuns: runs },
      )
    },
  )

  test('and is whole after all of it', async () => {
    await expect
      .poll(
        () =>
          t.db
            .selectFrom('jobs')
            .select(['id', 'area', 'action', 'status'])
            .where('status', 'in', ['waiting', 'running'])
            .execute(),
        { timeout: 60_000 },
      )
      .toEqual([])
    expect(await integrityFindings(t.db)).toEqual([])
    const { token } = await t.signIn('owner')
    for (const name of ['users.list', 'bills.list', 'auditLog.list', 'dashboard.counts'] as const) {
      expect([name, (await t.call(name, { token })).status]).toEqual([name, 200])
    }
    expect({}).not.toHaveProperty('polluted')
  })
})
