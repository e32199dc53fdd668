import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection, Db } from '../db/connection/connection.ts'
import { queryAll, queryColumn, queryNumber } from '../db/connection/query.ts'
import { foldDeltas } from '../db/counts/deltas.ts'
import { analyze } from '../db/statistics/analyze.ts'
import { takeBillNumbers } from '../db/write/bill-numbers.ts'
import { write } from '../db/write/write.ts'
import { byClocksOf, eventRow, eventZones, pollRow, postRow } from '../demo/community-rows.ts'
import { billRow, offerRow, taskRow } from '../demo/operations-rows.ts'
import { drawLanguage, drawName, memberRow } from '../demo/people.ts'
import { noPictures } from '../demo/pictures.ts'
import { day, hour, minute, Random } from '../demo/random.ts'
import type { Named, Setting } from '../demo/setting.ts'
import { wordsIn } from '../demo/words.ts'
import { newId } from '../ids.ts'

/** In English, whatever the language of a demonstration. */
const words = wordsIn('en')
const { businesses, eventTexts, offers, places, pollTexts, posts: postTexts, slots } = words
const { surveyQuestions, surveyTopics } = words

type Row = Record<string, unknown>

/** Functions that each make one row; rows of an area may refer to those of areas before it. */
const makers = {
  users: (created: number, setting: Setting, serial: string) => {
    const { random } = setting
    const named = drawName(random, words, drawLanguage(random, words), true)
    const row = memberRow(created, setting, named, `${named.latin}.${serial}@example.com`)
    return random.chance(0.12)
      ? { ...row, type: 'business', business_name: random.pick(businesses) }
      : row
  },
  posts: (created: number, setting: Setting) => {
    const { random, members } = setting
    const { category: slug, text: template } = random.pick(
      postTexts[drawLanguage(random, words)] ?? [],
    )
    const text = random.fill(template, slots)
    return postRow(created, setting, {
      author: random.maybe(0.97, members)?.id ?? null,
      text,
      slug,
    })
  },
  events: (created: number, setting: Setting) => {
    const { random } = setting
    const text = random.pick(eventTexts)
    const wall = Math.floor(created / day + random.int(3, 60)) * day + text.hour * hour
    const zone = random.maybe(0.2, eventZones)
    const starts = zone ? byClocksOf(zone, wall) : wall
    return atPlace(random, eventRow(created, setting, { text, starts, zone }))
  },
  polls: (created: number, setting: Setting) => {
    const { random } = setting
    const poll = random.pick(pollTexts)
    const asked = random.chance(0.25)
      ? { title: random.pick(surveyTopics), asked: random.some(4, surveyQuestions) }
      : { title: poll.title, asked: [poll] }
    return atPlace(random, pollRow(created, setting, asked))
  },
  tasks: taskRow,
  bills: billRow,
  shopping_posts: (created: number, setting: Setting) =>
    atPlace(setting.random, offerRow(created, setting, setting.random.pick(offers))),
} satisfies Record<string, (created: number, setting: Setting, serial: string) => Row>

/** Appends a place to the title, since there are few titles. */
const atPlace = <R extends { title: string }>(random: Random, row: R): R => ({
  ...row,
  title: `${row.title}, ${random.pick(places)}`,
})

export type SeedArea = keyof typeof makers

export const seedAreas = Object.keys(makers) as SeedArea[]

export interface SeedOptions {
  counts: Partial<Record<SeedArea, number>>
  /** The seed of the random numbers: in an equal database, it gives equal rows but for their ids. */
  seed?: number
  now?: Date
  signal?: AbortSignal
  onProgress?: (done: number, area: SeedArea) => void
}

/** The number of rows of a transaction, small enough that a running server isn't held up. */
const batchSize = 2500

/** Adds many plausible rows in small transactions; returns how many, fewer after the signal. */
export async function seed(
  { db, engine }: Pick<Connection, 'db' | 'engine'>,
  options: SeedOptions,
): Promise<number> {
  const now = (options.now ?? new Date()).getTime()
  const run = newId()
  let done = 0
  for (const area of seedAreas) {
    const count = options.counts[area] ?? 0
    if (count === 0) continue
    const there = await queryNumber(db)`select count(*) from ${sql.table(area)}`
    const random = new Random((options.seed ?? 1) * 7919 + there)
    const batches = makeBatches(area, count, there, await settingOf(db, random, now))
    const worker = async () => {
      for (const batch of batches) {
        await addBatch(db, area, batch, run)
        done += batch.length
        options.onProgress?.(done, area)
        if (options.signal?.aborted) return
      }
    }
    // Several batches at once, so that making and inserting rows overlap.
    await Promise.all(Array.from({ length: engine === 'embedded' ? 2 : 4 }, worker))
    await analyze(db, [area])
    if (options.signal?.aborted) break
  }
  await foldDeltas(db)
  return done
}

/** The setting that rows are made in; they refer to the newest people and to any category. */
async function settingOf(db: Db, random: Random, now: number): Promise<Setting> {
  const people = await queryAll(db)<Named>`
    select id, name, business_name from users where deleted_at is null
    order by created_at desc limit 20000`
  const categories = await queryColumn(db)`select id from categories where deleted_at is null`
  return {
    random,
    now,
    id: newId,
    members: people,
    businesses: people,
    staff: people,
    category: () => random.maybe(1, categories),
    pictures: noPictures,
    words,
  }
}

/** Makes batches of rows on demand, created over the last five years and ever more frequent. */
function* makeBatches(area: SeedArea, count: number, there: number, setting: Setting) {
  const { random, now } = setting
  for (let from = 0; from < count; from += batchSize) {
    yield Array.from({ length: Math.min(batchSize, count - from) }, (_, i) => {
      const age = (1 - (from + i + random.next()) / count) ** 1.6
      const created = now - Math.floor(age * 1825 * day) - random.int(1, 120) * minute
      return makers[area](created, setting, (there + from + i).toString(36))
    })
  }
}

async function addBatch(db: Db, area: SeedArea, rows: Row[], run: string): Promise<void> {
  try {
    await write(db, { system: 'seed', batch: run }, async ({ tx, insert }) => {
      // A large pending list means fewer, larger merges of the search indexes.
      await sql`set local gin_pending_list_limit = '64MB'`.execute(tx)
      await sql`set local synchronous_commit = off`.execute(tx)
      const numbers = area === 'bills' ? await takeBillNumbers(tx, rows.length) : null
      const all = numbers ? rows.map((row, i) => ({ ...row, number: numbers[i] })) : rows
      await insert(area, all as never)
    })
  } catch (error) {
    // Another seed that ran at the same time has used the same addresses.
    if (area !== 'users' || (error as { code?: string }).code !== '23505') throw error
    const mark = `.${randomBytes(4).toString('hex')}@`
    const others = rows.map((row) => ({
      ...row,
      email: (row['email'] as string | null)?.replace('@', mark) ?? null,
    }))
    await addBatch(db, area, others, run)
  }
}
