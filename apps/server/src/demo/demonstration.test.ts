import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { folderStorage } from '../storage/folder.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { uploadedFiles } from '../uploads/uploaded-files.ts'
import { eventZones } from './community-rows.ts'
import { createDemonstration } from './demonstration.ts'
import { wordsIn } from './words.ts'

const neverTrue = sql<boolean>`price < 0`
const now = new Date('2026-03-14T12:00:00Z')

describe.each(oneEngine)('the demonstration community on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())

  const fill = async () =>
    createDemonstration(database.connection.db, {
      files: uploadedFiles(folderStorage(database.config.dataDir)),
      now,
    })
  const count = async (
    table: 'users' | 'posts' | 'events' | 'polls' | 'tasks' | 'bills' | 'task_comments',
  ) => {
    const { n } = await database.connection.db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  it('leaves nothing behind when it fails half-way', async () => {
    const { db } = database.connection
    await db.schema.alterTable('shopping_posts').addCheckConstraint('never', neverTrue).execute()
    await expect(fill()).rejects.toThrow('never')
    await db.schema.alterTable('shopping_posts').dropConstraint('never').execute()
    expect(await count('users')).toBe(0)
  })

  it('fills an empty system once', async () => {
    const started = performance.now()
    expect(await fill()).toBe(true)
    console.info(`${engine}: filled in ${Math.round(performance.now() - started)} ms`)
    expect(await count('users')).toBe(403)
    for (const [table, least] of [
      ['posts', 400],
      ['events', 140],
      ['polls', 100],
      ['tasks', 220],
      ['bills', 260],
      ['task_comments', 60],
    ] as const) {
      expect(await count(table)).toBeGreaterThanOrEqual(least)
    }
    expect(await fill()).toBe(false)
    expect(await count('users')).toBe(403)
  })

  it('has registrations that wait, and a wave of spam that is half dealt with', async () => {
    const { db } = database.connection
    const waiting = await db
      .selectFrom('users')
      .select(['name', 'email_confirmed', 'created_at'])
      .where('type', '=', 'admin')
      .where('status', '=', 'pending')
      .where('role_id', 'is', null)
      .execute()
    expect(waiting.length).toBeGreaterThanOrEqual(5)
    expect(new Set(waiting.map(({ email_confirmed }) => email_confirmed)).size).toBe(2)
    const spam = await db
      .selectFrom('posts')
      .innerJoin('users', 'users.id', 'posts.author_id')
      .select(['users.id as author', 'users.status', 'posts.report_count', 'posts.deleted_at'])
      .select('posts.reports')
      .where('users.email', 'like', '%+%')
      .where('posts.created_at', '>', new Date(now.getTime() - 6 * 3_600_000).toISOString())
      .execute()
    expect(new Set(spam.map(({ author }) => author)).size).toBe(4)
    const left = spam.filter(({ deleted_at }) => deleted_at === null)
    expect(left.filter(({ report_count }) => report_count > 0).length).toBeGreaterThan(10)
    expect(left.filter(({ reports }) => reports.length > 0).length).toBeGreaterThan(10)
    expect(left.every((post) => post.reports.length <= post.report_count)).toBe(true)
    expect(spam.length - left.length).toBeGreaterThan(3)
    expect(spam.some(({ status }) => status === 'inactive')).toBe(true)
  })

  it('tells of what the staff did, each at its time, in the audit log', async () => {
    const { db } = database.connection
    const entries = await db
      .selectFrom('audit_entries')
      .select([
        'id',
        'at',
        'action',
        'actor_name',
        'through',
        'client',
        'record_id',
        'undoes',
        'batch',
      ])
      .orderBy('id')
      .execute()
    const times = entries.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
    expect(now.getTime() - Date.parse(times[0] ?? '')).toBe(72 * 3_600_000)
    expect(now.getTime() - Date.parse(times.at(-1) ?? '')).toBeLessThan(3_600_000)
    expect(entries.at(-1)?.actor_name).not.toBeNull()
    const acts = entries.filter(({ actor_name }) => actor_name !== null)
    expect(acts.length).toBeGreaterThan(entries.length / 2)
    expect(new Set(acts.map(({ actor_name }) => actor_name)).size).toBeGreaterThan(6)
    const did = new Set(acts.map(({ action }) => action))
    for (const action of ['status', 'update', 'delete', 'restore', 'undo', 'sign-in'] as const)
      expect(did).toContain(action)
    expect(entries.some(({ action }) => action === 'sign-in-failed')).toBe(true)
    // All of it in the web app, but for what a job did.
    for (const { actor_name, through, client } of acts)
      expect([actor_name, client]).toEqual([actor_name, through === 'api' ? 'browser' : null])
    // Of what was done at once, two records were somebody else's by the time it was taken back.
    const marked = entries.filter(({ through, action }) => through === 'job' && action === 'status')
    const takenBack = new Set(entries.map(({ undoes }) => undoes))
    expect(marked.filter(({ id }) => !takenBack.has(id))).toHaveLength(2)
    const bills = await db
      .selectFrom('bills')
      .select(['id', 'status', 'notes'])
      .where(
        'id',
        'in',
        marked.map(({ record_id }) => record_id as string),
      )
      .execute()
    expect(bills.filter(({ notes }) => notes?.startsWith('Arrived'))).toHaveLength(2)
    expect(bills.filter(({ status }) => status === 'due').length).toBeGreaterThan(4)
  })

  it('has events by the clocks of other places', async () => {
    const { db } = database.connection
    const events = await db.selectFrom('events').select(['time_zone', 'starts_at']).execute()
    const zones = new Set(events.map(({ time_zone }) => time_zone))
    expect([...zones].sort()).toEqual([...eventZones, null].sort())
    const hours = events
      .filter(({ time_zone }) => time_zone === 'Asia/Tokyo')
      .map(({ starts_at }) => (new Date(starts_at).getUTCHours() + 9) % 24)
    for (const hour of hours) expect(hour).toBeGreaterThan(5)
  })

  it('has the Saturday market on Saturdays', async () => {
    const { db } = database.connection
    const markets = await db
      .selectFrom('events')
      .select('starts_at')
      .where('title', '=', 'Saturday market')
      .execute()
    expect(markets.length).toBeGreaterThan(3)
    for (const { starts_at } of markets) expect(new Date(starts_at).getUTCDay()).toBe(6)
  })

  it('has bills of days without an hour', async () => {
    const { db } = database.connection
    const bills = await db.selectFrom('bills').select(['issued_at', 'due_at']).execute()
    const times = bills.flatMap(({ issued_at, due_at }) => [issued_at, due_at]).filter(Boolean)
    for (const time of times) expect(time).toMatch(/T00:00:00/)
  })

  it('keeps small pictures under names that records know', async () => {
    const folder = join(database.config.dataDir, 'uploads')
    const names = await readdir(folder)
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(12_288)
    const rows = await database.connection.db.selectFrom('users').select('image').execute()
    const images = rows.flatMap(({ image }) => (image ? [image] : []))
    expect(images.length).toBeGreaterThan(200)
    for (const image of images) expect(names).toContain(image.replace('/uploads/', ''))
  })
})

test('a demonstration in German has German texts beside those of neighbours from elsewhere', async () => {
  const database = await openTestDatabase(oneEngine[0] as (typeof oneEngine)[number])
  try {
    const { db } = database.connection
    const files = uploadedFiles(folderStorage(database.config.dataDir))
    expect(await createDemonstration(db, { files, now, language: 'de' })).toBe(true)
    const words = wordsIn('de')
    const roles = await db.selectFrom('roles').select('name').execute()
    expect(roles.map(({ name }) => name)).toEqual(
      expect.arrayContaining(words.roles.map(({ name }) => name)),
    )
    const posts = await db.selectFrom('posts').select('text').execute()
    const german = posts.filter(({ text }) => /\b(der|die|das|und|ist|ein|eine)\b/.test(text))
    expect(german.length).toBeGreaterThan(posts.length / 2)
    expect(posts.filter(({ text }) => /\{\w+\}/.test(text))).toEqual([])
    const bills = await db
      .selectFrom('bills')
      .select('title')
      .where('title', 'like', '%miete, %')
      .execute()
    expect(bills[0]?.title).toMatch(
      /, (Januar|Februar|März|April|Mai|Ju[nl]i|August|\w+ber) 20\d\d$/,
    )
    const people = await db.selectFrom('users').select('email').execute()
    for (const { email } of people) expect(email ?? '').toMatch(/^[\x21-\x7e]*$/)
  } finally {
    await database.dispose()
  }
})
