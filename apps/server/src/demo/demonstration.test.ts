import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '../files/disk.ts'
import { engines, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createDemonstration } from './demonstration.ts'
import { eventZones } from './zones.ts'

const neverTrue = sql<boolean>`price < 0`
const now = new Date('2026-03-14T12:00:00Z')

describe.each(engines)('the demonstration community on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine)
  })
  afterAll(() => test.dispose())

  const fill = async () =>
    createDemonstration(test.connection.db, { files: await openFiles(test.config.dataDir), now })
  const count = async (
    table: 'users' | 'posts' | 'events' | 'polls' | 'tasks' | 'bills' | 'task_comments',
  ) => {
    const { n } = await test.connection.db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  it('leaves nothing behind when it fails half-way', async () => {
    const { db } = test.connection
    await db.schema.alterTable('shopping_posts').addCheckConstraint('never', neverTrue).execute()
    await expect(fill()).rejects.toThrow('never')
    await db.schema.alterTable('shopping_posts').dropConstraint('never').execute()
    expect(await count('users')).toBe(0)
  })

  it('fills an empty system once', async () => {
    const started = performance.now()
    expect(await fill()).toBe(true)
    console.info(`${engine}: filled in ${Math.round(performance.now() - started)} ms`)
    expect(await count('users')).toBe(392)
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
    expect(await count('users')).toBe(392)
  })

  it('has events by the clocks of other places', async () => {
    const { db } = test.connection
    const events = await db.selectFrom('events').select(['time_zone', 'starts_at']).execute()
    const zones = new Set(events.map(({ time_zone }) => time_zone))
    expect([...zones].sort()).toEqual([...eventZones, null].sort())
    const hours = events
      .filter(({ time_zone }) => time_zone === 'Asia/Tokyo')
      .map(({ starts_at }) => (new Date(starts_at).getUTCHours() + 9) % 24)
    for (const hour of hours) expect(hour).toBeGreaterThan(5)
  })

  it('keeps small pictures under names that records know', async () => {
    const folder = join(test.config.dataDir, 'uploads')
    const names = await readdir(folder)
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(12_288)
    const rows = await test.connection.db.selectFrom('users').select('image').execute()
    const images = rows.flatMap(({ image }) => (image ? [image] : []))
    expect(images.length).toBeGreaterThan(200)
    for (const image of images) expect(names).toContain(image.replace('/uploads/', ''))
  })
})
