import { createHash, randomUUID } from 'node:crypto'
import { keptHours } from '@steward/contract/calls/idempotency'
import type { EndpointName } from '@steward/contract/calls/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine, usualEngine } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { form, redAndBlue } from '../../testing/pictures.ts'
import { startTestApp, type TestApp, type TestCall } from '../../testing/server.ts'
import { forgetExpiredKeys } from './idempotency.service.ts'
import {
  forgottenAtOnce,
  isTrimming,
  maxAnswerBytes,
  maxKeys,
  sparedMinutes,
} from './idempotency.store.ts'

const times = <R>(n: number, make: (i: number) => R): R[] =>
  Array.from({ length: n }, (_, i) => make(i))

describe.each(oneEngine)('writes with an idempotency key on %s', (engine) => {
  let t: TestApp
  let other: TestApp['call']
  let owner: { token: string; userId: string; roleId: string }
  beforeAll(async () => {
    t = await startTestApp(engine)
    other = await t.another()
    owner = await t.signIn('owner')
  })
  afterAll(() => t.dispose())

  /** Makes a call with a key, as the owner unless told otherwise. */
  const keyed = (
    key: string,
    name: EndpointName,
    { token = owner.token, ...sent }: TestCall = {},
    call: TestApp['call'] = t.call,
  ) => call(name, { token, ...sent, headers: { 'idempotency-key': key } })
  const person = () => {
    const number = nextNumber()
    return { name: `Keyed ${number}`, email: `keyed-${number}@example.com`, type: 'member' }
  }
  const countOf = async (name: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from users where name = ${name}`.execute(t.db)
    return rows[0]?.n ?? 0
  }
  /** Has some rows of a table be refused by the database while something is done. */
  const whileFailing = async <R>(on: string, work: () => Promise<R>): Promise<R> => {
    await sql`
      create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'on purpose'; end $$`.execute(t.db)
    await sql`create trigger fails before ${sql.raw(on)} execute function fail()`.execute(t.db)
    return await work().finally(() => sql`drop function fail cascade`.execute(t.db))
  }
  const keysOf = async (userId: string) =>
    await t.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()

  test('one sent twice is made once and answered alike, the second time with a header that says so', async () => {
    const key = randomUUID()
    const body = person()
    const first = await keyed(key, 'users.create', { body })
    const again = await keyed(key, 'users.create', { body })
    const elsewhere = await keyed(key, 'users.create', { body }, other)
    expect([first.status, again.status, elsewhere.status]).toEqual([201, 201, 201])
    expect(again.body).toEqual(first.body)
    expect(elsewhere.body).toEqual(first.body)
    const replayed = [first, again, elsewhere].map(({ headers }) => headers['idempotent-replayed'])
    expect(replayed).toEqual([undefined, 'true', 'true'])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(again.headers['cache-control']).toBe('no-store')
    expect(await countOf(body.name)).toBe(1)
  })

  test('the same body is one that means the same once it is checked, however it is written', async () => {
    const key = randomUUID()
    const search = { status: ['paid'], sort: '-dueAt' }
    const view = { name: 'Paid', list: 'bills' }
    const make = (body: object) => keyed(key, 'savedViews.create', { body })
    const first = await make({ ...view, search })
    const again = await make({
      unknown: 'field',
      search: Object.fromEntries(Object.entries(search).reverse()),
      list: 'bills',
      name: ' Paid ',
    })
    expect([first.status, again.status]).toEqual([201, 201])
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    const other = await make({ ...view, search: { ...search, sort: 'dueAt' } })
    expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
  })

  test('its answer is, to the letter, the one of a write without a key', async () => {
    const [post = ''] = await create(t.db, 'posts', {})
    const plain = await t.call('posts.restore', { token: owner.token, params: { id: post } })
    const first = await keyed(randomUUID(), 'posts.restore', { params: { id: post } })
    expect(first.body).toEqual(plain.body)
    expect(first.headers['content-type']).toBe(plain.headers['content-type'])
  })

  test.each([
    ['one server', () => [t.call]],
    ['two servers', () => [t.call, other]],
  ])('sixteen at once to %s make one record and get one answer', async (_, servers) => {
    const key = randomUUID()
    const body = person()
    const answers = await Promise.all(
      times(16, (i) => keyed(key, 'users.create', { body }, servers()[i % servers().length])),
    )
    expect(await countOf(body.name)).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(15)
  })

  test('a GET that swaps a state swaps it once, and one that deletes finds who is gone', async () => {
    const [id = ''] = await create(t.db, 'users', {})
    const swap = randomUUID()
    const swapped = await Promise.all(
      times(4, () => keyed(swap, 'users.changeStatus', { params: { id } })),
    )
    expect(swapped.map(({ body }) => body.data.status)).toEqual(times(4, () => 'inactive'))
    const gone = randomUUID()
    const deleted = [
      await keyed(gone, 'users.delete', { params: { id } }),
      await keyed(gone, 'users.delete', { params: { id } }),
      await keyed(randomUUID(), 'users.delete', { params: { id } }),
    ]
    expect(deleted.map(({ status }) => status)).toEqual([200, 200, 404])
  })

  test('one that changes no record in a transaction is answered again too', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into sessions (id, token_hash, user_id, expires_at)
      values (gen_random_uuid(), ${Buffer.from(randomUUID())}, ${owner.userId}, now() + interval '1 day')
      returning id`.execute(t.db)
    const params = { id: rows[0]?.id ?? '' }
    const key = randomUUID()
    const answers = [
      await keyed(key, 'profile.endSession', { params }),
      await keyed(key, 'profile.endSession', { params }),
      await keyed(randomUUID(), 'profile.endSession', { params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  })

  test('a job is begun once, also by two servers at once', async () => {
    const ids = await create(t.db, 'posts', {}, {}, {})
    const key = randomUUID()
    const body = { area: 'posts', action: 'delete', ids }
    const answers = await Promise.all(
      times(8, (i) => keyed(key, 'jobs.create', { body }, i % 2 ? other : t.call)),
    )
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1)
    expect((await keyed(key, 'jobs.undo', { params: { id: ids[0] ?? '' } })).body.code).toBe(
      'key_reused',
    )
  })

  test('a key that comes with something else is refused, and changes nothing', async () => {
    const key = randomUUID()
    const body = { ...person(), type: 'admin', password: 'a password of theirs' }
    const first = await keyed(key, 'users.create', { body })
    expect(first.status).toBe(201)
    const id = first.body.data._id
    const others = [
      await keyed(key, 'users.create', {
        body: { ...body, name: 'Somebody else', email: 'else@example.com' },
      }),
      await keyed(key, 'users.create', {
        body: { ...body, password: 'another password of theirs' },
      }),
      await keyed(key, 'users.changeStatus', { params: { id } }),
      await keyed(
        key,
        'users.create',
        { body: { ...body, name: 'Somebody else', email: 'else@example.com' } },
        other,
      ),
    ]
    expect(others.map(({ status, body: { code } }) => [status, code])).toEqual(
      times(4, () => [409, 'key_reused']),
    )
    expect(await countOf('Somebody else')).toBe(0)
    const details = await t.call('users.details', { token: owner.token, params: { id } })
    expect(details.body.data.status).toBe('active')
  })

  test('of a form the files count, the order of its fields does not', async () => {
    const key = randomUUID()
    const name = `Role with a picture ${nextNumber()}`
    const [red, wide] = await Promise.all([
      redAndBlue(40, 40).png().toBuffer(),
      redAndBlue(80, 40).png().toBuffer(),
    ])
    const send = (form: FormData) => keyed(key, 'roles.create', { form })
    const first = await send(form({ name, description: 'one', image: red }))
    const again = await send(form({ image: red, description: 'one', name }))
    const another = await send(form({ name, description: 'one', image: wide }))
    expect([first.status, again.status, another.status]).toEqual([201, 201, 409])
    expect(again.body.data.image).toBe(first.body.data.image)
    expect(another.body.code).toBe('key_reused')
  })

  describe('class: foreign idempotency key', () => {
    test('another person’s same key is another key, and nobody’s is none', async () => {
      const key = randomUUID()
      const [id = ''] = await create(t.db, 'users', {})
      const { token } = await t.signIn('owner')
      const swap = (as: string) => keyed(key, 'users.changeStatus', { token: as, params: { id } })
      const mine = await swap(owner.token)
      const theirs = await swap(token)
      expect([mine, theirs].map(({ body }) => body.data.status)).toEqual(['inactive', 'active'])
      expect(theirs.headers['idempotent-replayed']).toBeUndefined()
      expect((await swap('dead')).status).toBe(401)
    })
  })

  test('what was refused may be sent again under its key, and then goes through', async () => {
    const key = randomUUID()
    const name = `Taken ${nextNumber()}`
    const [taken = ''] = await create(t.db, 'roles', { name })
    const refused = await keyed(key, 'roles.create', { body: { name } })
    expect([refused.status, refused.body.code]).toEqual([409, 'taken'])
    await t.call('roles.delete', { token: owner.token, params: { id: taken } })
    expect((await keyed(key, 'roles.create', { body: { name } })).status).toBe(201)
  })

  test('so may what asked for a step-up, and what was out of date with another version', async () => {
    const { token, userId } = await t.signIn('owner')
    const [id = ''] = await create(t.db, 'users', {
      type: 'admin',
      email: `${randomUUID()}@example.com`,
    })
    const prove = (minutes: number) =>
      sql`update sessions set proved_at = now() - make_interval(mins => ${minutes})
        where user_id = ${userId}`.execute(t.db)
    const key = randomUUID()
    const give = () =>
      keyed(key, 'users.assignRole', { token, body: { role: owner.roleId, users: [id] } })
    await prove(11)
    expect((await give()).body.code).toBe('step_up_required')
    await prove(0)
    expect((await give()).status).toBe(200)

    const edit = randomUUID()
    const save = (version: number) =>
      keyed(edit, 'users.update', { params: { id }, body: { id, name: 'Edited', version } })
    const refused = await save(99)
    expect(refused.body.code).toBe('out_of_date')
    expect((await save(refused.body.data.version)).status).toBe(200)
  })

  test('what failed on the server may be sent again', async () => {
    const key = randomUUID()
    const body = person()
    const create = () => keyed(key, 'users.create', { body })
    expect((await whileFailing('insert on users for each row', create)).status).toBe(500)
    expect((await create()).status).toBe(201)
    expect(await countOf(body.name)).toBe(1)
  })

  test('where the answer could not be kept, the change is not made again, and that is said', async () => {
    const key = randomUUID()
    const body = person()
    const keeping =
      'insert or update on idempotency_keys for each row when (new.status is not null)'
    await whileFailing(keeping, async () => {
      expect((await keyed(key, 'users.create', { body })).status).toBe(201)
      // Here it waits until the answer is kept, or can't be.
      for (const call of [t.call, other]) {
        const { status, body: answer } = await keyed(key, 'users.create', { body }, call)
        expect([status, answer.code]).toEqual([409, 'already_done'])
        expect(answer.message).toContain('already saved')
      }
    })
    expect(await countOf(body.name)).toBe(1)
    const elseSent = await keyed(key, 'users.create', { body: person() })
    expect(elseSent.body.code).toBe('key_reused')
  })

  test('after a day a key is new', async () => {
    const key = randomUUID()
    const body = person()
    const age = (interval: string) =>
      sql`update idempotency_keys set created_at = now() - ${interval}::interval
        where user_id = ${owner.userId}`.execute(t.db)
    await keyed(key, 'users.create', { body })
    await age(`${keptHours} hours -1 minute`)
    expect((await keyed(key, 'users.create', { body })).headers['idempotent-replayed']).toBe('true')
    await age(`${keptHours} hours`)
    const later = await keyed(key, 'users.create', {
      body: { ...body, email: 'later@example.com' },
    })
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(await countOf(body.name)).toBe(2)
    const again = await keyed(key, 'users.create', {
      body: { ...body, email: 'later@example.com' },
    })
    expect(again.body).toEqual(later.body)
  })

  test.each([
    ['', 400],
    ['k'.repeat(200), 201],
    ['k'.repeat(201), 400],
  ])('a key has 1 to 200 characters', async (key, status) => {
    const answer = await keyed(key, 'users.create', { body: person() })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.errors[0].path).toBe('Idempotency-Key')
  })

  describe('class: endless idempotency keys', () => {
    test('an answer that is too long is not kept, and what it tells of not made again', async () => {
      const key = randomUUID()
      const description = 'd'.repeat(10_000)
      const deleted = { description, status: 'deleted', status_before_deletion: 'active' } as const
      const ids = await create(t.db, 'roles', ...times(20, () => deleted))
      const send = () =>
        keyed(key, 'roles.restore', { params: { id: ids[0] ?? '' }, query: { limit: 100 } })
      const first = await send()
      expect(JSON.stringify(first.body).length).toBeGreaterThan(maxAnswerBytes)
      expect((await send()).body.code).toBe('already_done')
      const kept = await keysOf(owner.userId)
      expect(Math.max(...kept.map(({ answer }) => answer?.length ?? 0))).toBeLessThan(
        maxAnswerBytes,
      )
    })

    test('a person’s oldest keys make room for new ones, but not those of the last minutes', async () => {
      const { token, userId } = await t.signIn('owner')
      const fresh = 2 * maxKeys
      await sql`
      insert into idempotency_keys (user_id, key, claim, call, fingerprint, status, answer, created_at)
      select ${userId}::uuid, sha256(n::text::bytea), gen_random_uuid(), 'users.create', 'x', 200, '{}',
        now() - make_interval(mins => case when n > ${fresh} then ${sparedMinutes + 1} else 0 end, secs => n / 100.0)
      from generate_series(1, ${fresh + maxKeys + 5}) as n`.execute(t.db)
      const trims = (key: string) => isTrimming(createHash('sha256').update(key).digest())
      let key = ''
      while (!trims(key)) key = randomUUID()
      const body = person()
      await keyed(key, 'users.create', { token, body })
      await expect.poll(() => keysOf(userId)).toHaveLength(fresh + maxKeys + 1)
      const again = await keyed(key, 'users.create', { token, body })
      expect(again.headers['idempotent-replayed']).toBe('true')
    })
  })

  test('what has expired is forgotten in batches, and nothing else', async () => {
    const nobody = randomUUID()
    const add = (count: number, hours: number) =>
      sql`
      insert into idempotency_keys (user_id, key, claim, call, fingerprint, created_at)
      select ${nobody}::uuid, sha256((${hours} + n)::text::bytea), gen_random_uuid(), 'users.create', 'x',
        now() - make_interval(hours => ${hours})
      from generate_series(1, ${count}) as n`.execute(t.db)
    await forgetExpiredKeys(t.db)
    await add(forgottenAtOnce * 2 + 7, 100_000)
    await add(5, keptHours - 1)
    expect(await forgetExpiredKeys(t.db, AbortSignal.abort())).toBe(0)
    expect(await forgetExpiredKeys(t.db)).toBe(forgottenAtOnce * 2 + 7)
    expect(await keysOf(nobody)).toHaveLength(5)
  })

  describe('class: secrets in kept answers', () => {
    test('calls whose answers are secrets keep nothing, whatever header they come with', async () => {
      const { token, userId } = await t.signIn('owner')
      const key = randomUUID()
      const body = { area: 'bills', query: {}, timeZone: 'UTC' }
      const answers = [
        await keyed(key, 'exports.create', { token, body }),
        await keyed(key, 'exports.create', { token, body }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers[0]?.body.data.url).not.toBe(answers[1]?.body.data.url)
      const preview = await keyed(key, 'roles.preview', { token, body: { _id: owner.roleId } })
      expect(preview.body.data.token).toEqual(expect.any(String))
      expect((await keyed(key, 'bills.list', { token })).status).toBe(200)
      expect((await keyed(key, 'session.logout', { token })).status).toBe(200)
      expect(await keysOf(userId)).toEqual([])
    })

    test('neither key nor password is kept, nor a plain hash of one', async () => {
      const key = `visible-${randomUUID()}`
      const body = { ...person(), type: 'admin', password: `visible-${randomUUID()}` }
      await keyed(key, 'users.create', { body })
      const found = async (text: string) => {
        const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from idempotency_keys as k where strpos(k::text, ${text}) > 0
      `.execute(t.db)
        return rows[0]?.n
      }
      await expect.poll(() => found(body.name)).toBe(1)
      expect(await found('visible')).toBe(0)
      const hashed = await sql<{ found: boolean }>`
      select exists (select 1 from idempotency_keys where fingerprint =
        sha256(${`users.create ${JSON.stringify({ body, files: [] })}`}::bytea)) as found`.execute(
        t.db,
      )
      expect(hashed.rows[0]?.found).toBe(false)
    })
  })

  test('every answer of a call says that keys are honoured', async () => {
    const answers = [
      await t.call('bills.list', { token: owner.token }),
      await t.call('bills.list', { token: 'dead' }),
      await t.call('session.login', { body: {} }),
    ]
    expect(answers.map(({ headers }) => headers['accept-idempotency-key'])).toEqual(
      times(3, () => 'true'),
    )
  })
})

test('another origin may send the key and read what is said of it', async () => {
  const origin = 'https://staff.example.com'
  const t = await startTestApp(usualEngine, { corsOrigins: [origin] })
  const asked = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/admin/user/create',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
  expect(asked.headers['access-control-allow-headers']).toContain('idempotency-key')
  const answer = await t.app.inject({ url: '/api/admin/bills', headers: { origin } })
  const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase()
  expect(exposed).toContain('accept-idempotency-key')
  expect(exposed).toContain('idempotent-replayed')
  await t.dispose()
})
