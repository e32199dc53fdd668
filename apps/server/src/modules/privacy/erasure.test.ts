import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildCounters } from '../../db/counts/verify.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { outboxTransport } from '../../mail/transport.ts'
import { folderStorage } from '../../storage/folder.ts'
import { verifiedByScript } from '../../testing/audit-script.ts'
import { engines } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { exportAuditLog } from '../audit-log/export.store.ts'
import { sealEntries } from '../audit-log/seals.store.ts'
import { verifyAuditLog } from '../audit-log/verify.ts'
import { personalData } from './catalogue/catalogue.ts'
import { previewRate } from './privacy.routes.ts'
import { erasureSteps } from './steps.ts'

const name = 'Wilhelmina Ødegård'
const email = 'wilhelmina.odegard@harbour.example'
const phone = '+47 555 01 234'
const ip = '203.0.113.77'
const secrets = [name, email, phone, ip, '2001:db8:1:2', 'Ødegård']

describe.each(engines)('the erasure of a person on %s', (engine) => {
  let app: TestApp
  let token: string
  let userId: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    ;({ token, userId } = await app.signIn('owner'))
  }, 120_000)
  afterAll(() => app.dispose())

  /** Makes somebody of whom every place holds something, also in what others wrote. */
  async function makePerson(): Promise<string> {
    const { db, config } = app
    const role = await createRole(db, granting('Operations · Bills · list'))
    const { id } = await createAdmin(db, role, { name })
    await sql`update users set email = ${email}, phone = ${phone}, about = 'Lives here', location = 'Pier',
      image = '/uploads/portrait.webp' where id = ${id}`.execute(db)
    const [other = ''] = await create(db, 'users', {
      name: 'Bo Andersen',
      about: `A friend of ${name}`,
    })
    const [post = ''] = await create(db, 'posts', { author_id: id, text: `Yours, ${name}` })
    await create(db, 'posts', {
      author_id: other,
      text: `Ask ${name} or write to ${email.toUpperCase()}`,
      reports: [{ reason: `Spam of\n${name}\n${phone}`, reporter: name, at: null }],
    })
    await create(db, 'shopping_posts', { seller_id: id, description: `Call ${phone}` })
    await create(db, 'bills', { payer_id: id, payer_name: name, notes: `Paid by ${name}.` })
    await create(db, 'bills', { payer_name: name })
    await create(db, 'events', { host_id: id, host_name: name, description: `With ${name}` })
    const [task = ''] = await create(db, 'tasks', { title: `Call ${name}`, assignee_id: id })
    await sql`update tasks set about_area = 'users', about_id = ${id}, about_title = ${name} where id = ${task}`.execute(
      db,
    )
    await sql`insert into task_comments (id, task_id, author_id, text) values
      (${newId()}, ${task}, ${id}, ${`I am ${name}`}), (${newId()}, ${task}, ${other}, ${`Thanks, ${name}!`})`.execute(
      db,
    )
    const session = newId()
    await sql`insert into sessions (id, token_hash, user_id, ip, user_agent, expires_at)
      values (${session}, ${Buffer.from(id)}, ${id}, ${ip}, 'Browser', now() + interval '1 day')`.execute(
      db,
    )
    await sql`insert into sign_ins (session_id, user_id, at, ip) values (${newId()}, ${id}, now(), ${ip}), (${newId()}, ${id}, now(), '2001:db8:1:2::99')`.execute(
      db,
    )
    await sql`insert into attempts (key) values (${`reset:user:${id}`}), (${`sign-in:address:${ip}`}),
      (${`sign-in:address:2001:db8:1:2::/64`}), ('sign-in:email:' || encode(sha256(convert_to(steward_key(${email}), 'UTF8')), 'hex') || ${`:${ip}`})`.execute(
      db,
    )
    await sql`insert into preferences (user_id, value) values (${id}, '{"language":"nb"}')`.execute(
      db,
    )
    await sql`insert into saved_views (id, name, list, search, scope, owner_id, position)
      values (${newId()}, ${`About ${name}`}, 'tasks', '{}', 'me', ${id}, 1)`.execute(db)
    const job = newId()
    await sql`insert into jobs (id, area, action, started_by, total, status) values (${job}, 'bills', 'delete', ${other}, 1, 'done')`.execute(
      db,
    )
    await sql`insert into job_failures (job_id, n, record_id, name, message) values
      (${job}, 1, ${id}, ${name}, ${`${name} is an owner`}), (${job}, 2, null, 'Line 2', ${`${email} is taken`})`.execute(
      db,
    )
    await sql`insert into idempotency_keys (user_id, key, claim, call, fingerprint, status, answer)
      values (${other}, ${Buffer.from('key')}, ${newId()}, 'users.update', ${Buffer.from('print')}, 200,
        ${JSON.stringify({ name, email })})`.execute(db)
    const proposal = newId()
    await sql`insert into proposals (id, area, action, reason, user_id, records, people, mails, sessions, decided_by, decided_by_name, expires_at)
      values (${proposal}, 'bills', 'update', ${`${name} asked`}, ${other}, 1, 0, 0, 0, ${id}, ${name}, now())`.execute(
      db,
    )
    await sql`insert into proposal_records (proposal_id, record_id, place, title, before)
      values (${proposal}, ${newId()}, 0, ${`Bill of ${name}`}, ${JSON.stringify({ payer_name: name })}::jsonb)`.execute(
      db,
    )
    await sql`insert into snapshots (id, area, moment) values (${newId()}, 'users', now())`.execute(
      db,
    )
    await sql`insert into snapshot_users (snapshot, id, name) select id, ${id}, ${name} from snapshots limit 1`.execute(
      db,
    )
    const storage = folderStorage(config.dataDir)
    const upload = newId()
    await sql`insert into imports (id, area, file_name, size, server_id, user_id)
      values (${upload}, 'members', ${`${name}.csv`}, 10, ${newId()}, ${other})`.execute(db)
    await storage.save(`imports/${upload}`, Buffer.from(`name,email\n${name},${email}\n`))
    await storage.save('uploads/portrait.webp', Buffer.from('portrait'))
    const outbox = outboxTransport(config.dataDir, { info: () => {} })
    await outbox.send({
      kind: 'reset',
      subject: 'Your password',
      text: `Dear ${name}`,
      html: `<p>Dear ${name}</p>`,
      from: { name: 'Harbour', address: 'harbour@example.com' },
      to: { name, address: email },
    })
    await sql`update roles set conditions = ${JSON.stringify([
      {
        module: 'Operations',
        submodule: 'Bills',
        action: 'list',
        where: { payer: [id], search: name },
      },
    ])}::jsonb where id = ${role}`.execute(db)
    await noteWhatTheyDid(id, other)
    expect(post).not.toBe('')
    return id
  }

  /** Entries of each kind that names a person: of what they did, about them, and where others mention them. */
  async function noteWhatTheyDid(id: string, other: string): Promise<void> {
    const { db } = app
    const record = { id, title: name }
    const theirs = { user: id, address: ip, client: 'browser' } as const
    await auditEvent(db, theirs, { area: 'accounts', action: 'sign-in', record })
    await auditEvent(
      db,
      { user: null, address: '2001:db8:1:2::7' },
      { area: 'accounts', action: 'sign-in-failed', record: { id: null, title: email } },
    )
    const by = { user: other, address: '192.0.2.1', reason: `${name} asked by ${phone}` }
    await write(db, by, async ({ lock, update }) => {
      await update('users', await lock('users', [id]), { about: `${name} of the pier` })
    })
    await write(db, theirs, async ({ insert }) => {
      const bills = [1, 2].map((n) => ({
        id: newId(),
        number: `B-${newId()}`,
        title: `Fee ${n}`,
        payer_id: id,
        payer_name: name,
        amount: n,
        currency: 'EUR',
        notes: `Send to ${email}`,
      }))
      await insert('bills', bills)
    })
  }

  /** The audit log holds nothing of them, as it is and as it is exported, and no entry was changed, added or left out. */
  async function isIntact(): Promise<void> {
    const { db, config } = app
    while ((await sealEntries(db, 10_000)) > 0);
    expect((await verifyAuditLog(db)).findings.map(String)).toEqual([])
    const lines: string[] = []
    for await (const line of exportAuditLog(db)) lines.push(line)
    expect(secrets.filter((secret) => lines.join('').includes(secret))).toEqual([])
    expect(await verifiedByScript(lines, config.dataDir)).toEqual([])
  }

  /** Every column of the database, and every file, that holds one of some texts. */
  async function whereItIs(texts: readonly string[]): Promise<string[]> {
    const { db, config } = app
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select c.table_name as table, c.column_name as column, c.data_type as type
      from information_schema.columns as c join information_schema.tables as t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying')`.execute(
      db,
    )
    const found: string[] = []
    for (const { table, column, type } of rows) {
      const value =
        type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
      const any = texts.map((text) => `%${text}%`)
      const { rows: held } = await sql`
        select 1 from ${sql.table(table)} where ${value} ilike any(${any}::text[]) limit 1`.execute(
        db,
      )
      if (held.length > 0) found.push(`${table}.${column}`)
    }
    for (const entry of await readdir(config.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /database|pgdata/.test(entry.parentPath)) continue
      const path = join(entry.parentPath, entry.name)
      const text = await readFile(path, 'utf8')
      if (texts.some((each) => text.includes(each))) found.push(path)
    }
    return found
  }

  const erase = (id: string, body: object = {}, by = token) =>
    app.call('privacy.erase', {
      token: by,
      params: { id },
      body: { content: 'keep', reason: 'Asked for it', name, ...body },
    })
  const preview = async (id: string, by = token) =>
    await app.call('privacy.preview', { token: by, params: { id } })

  describe('that keeps what they wrote', () => {
    let id: string
    beforeAll(async () => {
      id = await makePerson()
    })

    test('says before what would go, and changes nothing', async () => {
      expect(await whereItIs([name])).not.toEqual([])
      const { status, body } = await preview(id)
      expect(status).toBe(200)
      mustFitContract('privacy.preview', body)
      expect(body.data).toMatchObject({ name, obstacle: null, mentions: { names: true } })
      expect(body.data.mentions.count).toBeGreaterThan(8)
      const counted = Object.fromEntries(
        body.data.places.map((each: { place: string; count: number; does: string }) => [
          each.place,
          [each.does, each.count],
        ]),
      )
      expect(counted).toMatchObject({
        account: ['delete', 1],
        sessions: ['delete', 3],
        posts: ['choose', 1],
        bills: ['replace', 3],
        mails: ['delete', 1],
        imports: ['delete', 1],
      })
      const still = await app.db.selectFrom('users').selectAll().where('id', '=', id).execute()
      expect(still).toMatchObject([{ name, deleted_at: null }])
    })

    test('is refused without the name, and for oneself', async () => {
      expect((await erase(id, { name: 'Somebody Else' })).status).toBe(422)
      const self = await erase(userId, { name: 'x' })
      expect([self.status, self.body.code]).toEqual([409, 'unsafe'])
      expect((await preview(userId)).body.data.obstacle.message).toBe(
        'You can’t erase yourself. Ask another owner or admin.',
      )
    })

    test('is refused for who may do more, and without the permission to view', async () => {
      const may = named('System · Personal data · erase', 'Users · Admins · view')
      const weak = await app.signIn(may)
      const refused = await erase(id, {}, weak.token)
      expect([refused.status, refused.body.code]).toEqual([409, 'unsafe'])
      const blind = await app.signIn(named('System · Personal data · erase'))
      expect((await erase(id, {}, blind.token)).status).toBe(403)
      expect((await preview(id, blind.token)).status).toBe(403)
    })

    test('asks for a step-up', async () => {
      const old = await app.signIn('owner')
      await sql`update sessions set proved_at = now() - interval '11 minutes'
        where user_id = ${old.userId}`.execute(app.db)
      const { status, body } = await erase(id, {}, old.token)
      expect([status, body.code]).toEqual([403, 'step_up_required'])
    })

    test('leaves no name and no address anywhere', async () => {
      const started = await erase(id, { reason: `${name} asked for it` })
      expect(started.body).toMatchObject({ data: { action: 'erase' } })
      mustFitContract('privacy.erase', started.body)
      const again = await erase(id)
      expect([again.status, again.body.code]).toEqual([409, 'conflict'])
      const done = await jobEnd(app, token, started.body.data._id)
      expect(done).toMatchObject({ status: 'done', failed: 0, canUndo: false })
      expect(await whereItIs(secrets)).toEqual([])
      await isIntact()
    }, 120_000)

    test('keeps what they wrote under no name', async () => {
      const { body } = await app.call('posts.list', { token, query: { author: id } })
      expect(body.data.posts).toMatchObject([
        { text: 'Yours, [erased]', author: { _id: id, name: 'Erased person' } },
      ])
      const bills = await app.call('bills.list', { token, query: { payer: id } })
      expect(bills.body.data.bills[0].payer).toEqual({ _id: id, name: 'Erased person' })
      const others = await app.call('posts.list', { token, query: { search: 'Ask' } })
      expect(others.body.data.posts[0].text).toBe('Ask [erased] or write to [erased]')
    })

    test('is over once, and listed without the name', async () => {
      expect((await erase(id)).status).toBe(404)
      expect((await preview(id)).status).toBe(404)
      const { body } = await app.call('privacy.list', { token })
      mustFitContract('privacy.list', body)
      expect(body.data.erasures).toMatchObject([
        { _id: id, by: { _id: userId }, content: 'keep', job: { status: 'done' } },
      ])
      expect(body.data.erasures[0].records).toBeGreaterThan(20)
      const file = await readFile(join(app.config.dataDir, 'erased', `${id}.json`), 'utf8')
      expect(JSON.parse(file)).toMatchObject({ id, content: 'keep' })
    })
  })

  test('deletes what they wrote and its pictures, where that is chosen', async () => {
    const id = await makePerson()
    const storage = folderStorage(app.config.dataDir)
    await storage.save('uploads/harbour.webp', Buffer.from('picture'))
    await sql`update posts set images = '{/uploads/harbour.webp}' where author_id = ${id}`.execute(
      app.db,
    )
    const { body } = await erase(id, { content: 'delete' })
    expect(await jobEnd(app, token, body.data._id)).toMatchObject({ status: 'done' })
    expect(await whereItIs(secrets)).toEqual([])
    await isIntact()
    const written = await sql`
      select 1 from posts where author_id = ${id} union all select 1 from shopping_posts where seller_id = ${id}
      union all select 1 from task_comments where author_id = ${id}`.execute(app.db)
    expect(written.rows).toEqual([])
    expect(await storage.has('uploads/harbour.webp')).toBe(false)
    expect(await storage.has('uploads/portrait.webp')).toBe(false)
    // The entries of what is gone hold nothing of it.
    const { rows } = await sql<{ before: object }>`
      select before from audit_entries where action = 'purge' and area = 'posts'`.execute(app.db)
    expect(rows.length).toBe(1)
    expect(JSON.stringify(rows)).not.toContain('Yours')
  }, 120_000)

  test('leaves the name in others’ texts where somebody else is called the same', async () => {
    const [id = ''] = await create(app.db, 'users', {
      name: 'Anna Schmidt',
      email: 'anna1@example.com',
    })
    await create(app.db, 'users', { name: 'anna schmidt' })
    const [post = ''] = await create(app.db, 'posts', { text: 'Anna Schmidt, anna1@example.com' })
    expect((await preview(id)).body.data.mentions).toMatchObject({ count: 1, names: false })
    const { body } = await erase(id, { name: 'Anna Schmidt' })
    await jobEnd(app, token, body.data._id)
    const { rows } = await sql<{ text: string }>`select text from posts where id = ${post}`.execute(
      app.db,
    )
    expect(rows).toEqual([{ text: 'Anna Schmidt, [erased]' }])
  })

  test('replaces a name that several views have, each of which keeps a name of its own', async () => {
    const [id = ''] = await create(app.db, 'users', { name: 'Vera Views' })
    const view = (title: string) => sql`
      insert into saved_views (id, name, list, search, scope, owner_id, created_by, position)
      values (${newId()}, ${title}, 'posts', '{}', 'me', ${userId}, ${userId}, 1)`
    await view('Posts of Vera Views').execute(app.db)
    await view('Posts of [erased]').execute(app.db)
    const { body } = await erase(id, { name: 'Vera Views' })
    expect(await jobEnd(app, token, body.data._id)).toMatchObject({ status: 'done' })
    const { rows } = await sql<{ name: string }>`
      select name from saved_views where owner_id = ${userId} order by name`.execute(app.db)
    expect(rows.map((row) => row.name)).toEqual([
      'Posts of [erased]',
      expect.stringMatching(/^Posts of \[erased\] [0-9a-f]{8}$/),
    ])
  })

  test('takes a name of one word from the tasks that are about the person', async () => {
    const [id = ''] = await create(app.db, 'users', { name: 'Cher' })
    const [task = ''] = await create(app.db, 'tasks', { title: 'Look at this account' })
    await sql`update tasks set about_area = 'users', about_id = ${id}, about_title = 'Cher' where id = ${task}`.execute(
      app.db,
    )
    const { body } = await erase(id, { name: 'Cher' })
    await jobEnd(app, token, body.data._id)
    const { rows } = await sql`select about_title from tasks where id = ${task}`.execute(app.db)
    expect(rows).toEqual([{ about_title: 'Erased person' }])
  })

  test('looks for the further names and addresses that an identity provider sent', async () => {
    const [id = ''] = await create(app.db, 'users', { name: 'Sam Sent' })
    const provider = newId()
    await sql`insert into identity_providers (id, name, issuer, client_id)
      values (${provider}, ${provider}, ${`https://${provider}.example`}, 'steward')`.execute(
      app.db,
    )
    const attributes = {
      displayName: 'Samuel van Sent',
      emails: [{ value: 'sam.private@example.com', type: 'home' }],
      phoneNumbers: [{ value: '+47 555 99 000' }],
    }
    await sql`insert into scim_users (user_id, provider_id, user_name, attributes)
      values (${id}, ${provider}, 'sam', ${JSON.stringify(attributes)}::jsonb)`.execute(app.db)
    const [post = ''] = await create(app.db, 'posts', {
      text: 'Samuel van Sent, sam.private@example.com, +47 555 99 000',
    })
    const { body } = await erase(id, { name: 'Sam Sent' })
    expect(await jobEnd(app, token, body.data._id)).toMatchObject({ status: 'done' })
    const { rows } = await sql`select text from posts where id = ${post}`.execute(app.db)
    expect(rows).toEqual([{ text: '[erased], [erased], [erased]' }])
  })

  test('leaves values of others that are the same as a short id of an account elsewhere', async () => {
    const [id = ''] = await create(app.db, 'users', { name: 'Sue Short' })
    const provider = newId()
    await sql`insert into identity_providers (id, name, issuer, client_id)
      values (${provider}, ${provider}, ${`https://${provider}.example`}, 'steward')`.execute(
      app.db,
    )
    await sql`insert into scim_users (user_id, provider_id, user_name, external_id, attributes)
      values (${id}, ${provider}, 'sue', '1042', '{}')`.execute(app.db)
    const [bill = ''] = await create(app.db, 'bills', { title: 'Room 1042, for sue', amount: 1042 })
    const { body } = await erase(id, { name: 'Sue Short' })
    expect(await jobEnd(app, token, body.data._id)).toMatchObject({ status: 'done' })
    const { rows } = await sql<{ after: object }>`
      select after from audit_entries where record_id = ${bill}`.execute(app.db)
    expect(rows[0]?.after).toMatchObject({ title: 'Room 1042, for sue', amount: 1042 })
  })

  test('is done in batches, each after the other', async () => {
    const [id = ''] = await create(app.db, 'users', { name: 'Many Posts' })
    await sql`insert into posts (id, author_id, text) select gen_random_uuid(), ${id}, 'Post by Many Posts'
      from generate_series(1, 600)`.execute(app.db)
    await rebuildCounters(app.db)
    const { body } = await erase(id, { name: 'Many Posts', content: 'delete' })
    const done = await jobEnd(app, token, body.data._id)
    expect(done).toMatchObject({ status: 'done', progress: 1 })
    expect(done.changed).toBeGreaterThanOrEqual(600)
    const { rows } = await sql`select 1 from posts where author_id = ${id}`.execute(app.db)
    expect(rows).toEqual([])
  }, 120_000)

  describe('once it has begun', () => {
    const may = named(
      ...['System · Personal data · erase', 'Users · Members · list', 'Users · Members · view'],
      ...['Users · Members · delete'],
    )
    const move = (does: 'pause' | 'resume' | 'cancel', id: string) =>
      app.call(`jobs.${does}`, { token, params: { id } })
    /** Begins to erase a person, and pauses that before it is over. */
    async function begun(of: string, by: string) {
      const [id = ''] = await create(app.db, 'users', { name: of, type: 'member' })
      await sql`insert into posts (id, author_id, text) select gen_random_uuid(), ${id}, 'By ' || ${of}
        from generate_series(1, 2000)`.execute(app.db)
      await rebuildCounters(app.db)
      const { body } = await erase(id, { name: of, content: 'delete' }, by)
      const job: string = body.data._id
      expect((await move('pause', job)).body.data.status).toBe('paused')
      return { id, job }
    }
    const isErased = async ({ id, job }: { id: string; job: string }, of: string) => {
      expect((await move('resume', job)).status).toBe(200)
      expect(await jobEnd(app, token, job)).toMatchObject({ status: 'done' })
      expect(await whereItIs([of])).toEqual([])
      const { rows } = await sql`
        select 1 from erased_people where id = ${id} and finished_at is not null`.execute(app.db)
      expect(rows).toHaveLength(1)
    }

    test('can’t be cancelled', async () => {
      const erasure = await begun('Carla Cancelled', token)
      const { status, body } = await move('cancel', erasure.job)
      expect([status, body.code]).toEqual([409, 'conflict'])
      await isErased(erasure, 'Carla Cancelled')
    })

    test('is done to its end, also where whoever began it has lost the permission', async () => {
      const by = await app.signIn(may)
      const erasure = await begun('Lotta Lost', by.token)
      const stopped = await app.call('users.changeStatus', { token, params: { id: by.userId } })
      expect(stopped.body.data.status).toBe('inactive')
      await isErased(erasure, 'Lotta Lost')
    })

    test('is done to its end, also where whoever began it is erased', async () => {
      const by = await app.signIn(may)
      const erasure = await begun('Tessa Two', by.token)
      await sql`update users set name = 'Erica Eraser' where id = ${by.userId}`.execute(app.db)
      const { body } = await erase(by.userId, { name: 'Erica Eraser' })
      expect(await jobEnd(app, token, body.data._id)).toMatchObject({ status: 'done' })
      await isErased(erasure, 'Tessa Two')
      expect(await whereItIs(['Erica Eraser'])).toEqual([])
    })
  })

  test('begins again at a step that this version does not know', async () => {
    const [id = ''] = await create(app.db, 'users', {
      name: 'Old Step',
      email: 'old.step@example.com',
    })
    const { body } = await erase(id, { name: 'Old Step' })
    await write(app.db, { user: userId }, ({ tx }) =>
      sql`update erased_people set step = 'of another version' where id = ${id}`.execute(tx),
    )
    expect(await jobEnd(app, token, body.data._id)).toMatchObject({ status: 'done' })
    expect(await whereItIs(['Old Step', 'old.step@example.com'])).toEqual([])
  })

  test('class: previews of erasures: are made two at a time', async () => {
    const other = await app.signIn('owner')
    const [id = ''] = await create(app.db, 'users', {})
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => (await preview(id, other.token)).status),
    )
    expect(answers).toContain(200)
    expect(answers).toContain(429)
    expect((await preview(id)).status).toBe(200)
  })

  test('class: previews of erasures: are counted by person', async () => {
    const other = await app.signIn('owner')
    const [id = ''] = await create(app.db, 'users', {})
    const answers = []
    for (let n = 0; n <= previewRate.max; n += 1)
      answers.push((await preview(id, other.token)).status)
    expect(answers.indexOf(429)).toBe(previewRate.max)
    expect((await preview(id)).status).toBe(200)
  })

  test('has a step for every place that it deletes, replaces, or looks through', () => {
    const names = erasureSteps.map((step) => step.name)
    expect(new Set(names).size).toBe(names.length)
    const places = personalData.filter(
      ({ erasure }) => typeof erasure === 'string' && erasure !== 'user',
    )
    expect(places.filter(({ table }) => !names.includes(`rows ${table}`))).toEqual([])
  })
})
