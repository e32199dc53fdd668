import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildCounters } from '../../db/counts/verify.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { personalData } from './catalogue/catalogue.ts'
import { readTheirs } from './places.store.ts'
import { personExportRate } from './privacy.routes.ts'

const may = ['System · Personal data · export', 'Users · Members · view', 'Users · Admins · view']

describe.each(oneEngine)('the export of a person on %s', (engine) => {
  let app: TestApp
  let token: string
  let id: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    ;({ token } = await app.signIn(named(...may)))
    const { db } = app
    const role = await createRole(db, granting('Operations · Bills · list'))
    ;({ id } = await createAdmin(db, role, { name: 'Ines <b>Moreau</b>' }))
    const [other = ''] = await create(db, 'users', { name: 'Hidden Neighbour' })
    await create(db, 'posts', {
      author_id: id,
      text: '<script>alert(1)</script>',
      reports: [{ reason: 'Spam', reporter: 'Hidden Neighbour', at: null }],
    })
    await create(db, 'posts', { author_id: other, text: 'Of somebody else' })
    await create(db, 'tasks', { assignee_id: id, title: 'Fix the pier' })
    await sql`insert into sign_ins (session_id, user_id, at, ip)
      values (${newId()}, ${id}, '2026-01-02T03:04:05Z', '198.51.100.7')`.execute(db)
    await sql`insert into totp (user_id, secret, since) values (${id}, ${Buffer.from('seed of codes')}, now())`.execute(
      db,
    )
    const owner = await app.signIn('owner')
    await app.call('users.changeStatus', {
      token: owner.token,
      params: { id },
    })
  }, 120_000)
  afterAll(() => app.dispose())

  const ask = (query: object = {}, by = token, of = id) =>
    app.call('privacy.export', { token: by, params: { id: of }, query: { ...query } })
  /** How many exports were made, so that the test of the rate knows how many are left. */
  let made = 0
  const exported = async (format: 'json' | 'html') => {
    made += 1
    const answer = await app.app.inject({
      method: 'GET',
      url: `/api/admin/privacy/people/${id}/export?format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(200)
    return answer
  }

  test('holds what is theirs, and neither what is about others nor secrets', async () => {
    const { body, headers } = await exported('json')
    expect(headers['content-disposition']).toBe(`attachment; filename="person-${id}.json"`)
    const { person, data } = JSON.parse(body)
    expect(person).toBe(id)
    expect(data.users).toMatchObject([{ name: 'Ines <b>Moreau</b>', type: 'admin' }])
    expect(data.posts).toMatchObject([{ text: '<script>alert(1)</script>' }])
    expect(data.posts[0]).not.toHaveProperty('reports')
    expect(data.tasks).toMatchObject([{ title: 'Fix the pier' }])
    expect(data.sign_ins).toMatchObject([{ ip: '198.51.100.7', at: '2026-01-02T03:04:05.000Z' }])
    expect(data.credentials).toMatchObject([{ password_hash: '(kept, never shown)' }])
    expect(data.totp).toMatchObject([{ secret: '(kept, never shown)' }])
    // Who changed the account isn't theirs to know.
    const changes = data.audit_entries.filter(
      (each: { action: string }) => each.action === 'status',
    )
    expect(changes).toMatchObject([{ by: 'another person', address: null }])
    expect(body).not.toContain('Hidden Neighbour')
    expect(body).not.toContain('Of somebody else')
    expect(body).not.toContain('seed of codes')
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from credentials where user_id = ${id}`.execute(app.db)
    expect(body).not.toContain(rows[0]?.hash)
  })

  test('is a page without scripts, whose texts are escaped', async () => {
    const { body, headers } = await exported('html')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h2>Feed posts</h2>')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(body).toContain('Ines &lt;b&gt;Moreau&lt;/b&gt;')
    expect(body).toContain('2026-01-02 03:04:05 UTC')
    // A row reads from the top to the bottom, without what is empty.
    expect(body).toContain('<dt>name</dt><dd><bdi>Ines')
    expect(body).not.toMatch(/<bdi>(<|\[\])/)
    expect(body).not.toContain('<script')
    expect(body).not.toMatch(/(src|href)=/)
  })

  test('is noted in the audit log', async () => {
    const { rows } = await sql`
      select area, action, detail from audit_entries where action = 'export' order by id`.execute(
      app.db,
    )
    expect(rows).toEqual([
      { area: 'users', action: 'export', detail: 'person.json' },
      { area: 'users', action: 'export', detail: 'person.html' },
    ])
  })

  test('needs the permission, that to view the person, and a step-up', async () => {
    const without = await app.signIn(named('Users · Admins · view'))
    expect((await ask({}, without.token)).status).toBe(403)
    const blind = await app.signIn(
      named('System · Personal data · export', 'Users · Members · view'),
    )
    expect((await ask({}, blind.token)).status).toBe(403)
    const old = await app.signIn(named(...may))
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${old.userId}`.execute(
      app.db,
    )
    const { status, body } = await ask({}, old.token)
    expect([status, body.code]).toEqual([403, 'step_up_required'])
  })

  test('class: exports of people: are counted by person', async () => {
    for (; made < personExportRate.max; made += 1) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    const other = await app.signIn(named(...may))
    expect((await ask({}, other.token)).status).toBe(200)
  })

  test('is read in batches, whatever there is', async () => {
    const [many = ''] = await create(app.db, 'users', { name: 'Many' })
    await sql`insert into posts (id, author_id, text) select gen_random_uuid(), ${many}, 'Post ' || n
      from generate_series(1, 1203) as n`.execute(app.db)
    await rebuildCounters(app.db)
    const posts = personalData.find(({ table }) => table === 'posts')
    if (!posts) throw new Error('posts are personal')
    const sizes: number[] = []
    for await (const rows of readTheirs(app.db, posts, many, 500)) sizes.push(rows.length)
    expect(sizes).toEqual([500, 500, 203])
    const other = await app.signIn(named(...may))
    const { body } = await ask({}, other.token, many)
    expect(new Set(body.data.posts.map((post: { text: string }) => post.text)).size).toBe(1203)
  })

  test('reads every place in the order of its key', async () => {
    for (const place of personalData.filter(({ person }) => person !== null))
      for await (const _ of readTheirs(app.db, place, id, 1));
  })
})
