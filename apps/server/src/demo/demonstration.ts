import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { queryExists } from '../db/connection/query.ts'
import type { RecordTable, Tables } from '../db/schema/tables.ts'
import { takeBillNumbers } from '../db/write/bill-numbers.ts'
import { write, writeIn } from '../db/write/write.ts'
import type { WriteTransaction } from '../db/write/write-transaction.ts'
import { newId } from '../ids.ts'
import type { Files } from '../uploads/uploaded-files.ts'
import {
  buildBills,
  buildCategories,
  buildComments,
  buildEvents,
  buildPolls,
  buildPosts,
  buildShoppingPosts,
  buildTasks,
} from './community.ts'
import { tellHistory } from './history.ts'
import { buildPeople } from './people.ts'
import { drawPictures, type Pictures, urlsOf } from './pictures.ts'
import { hour, iso, Random } from './random.ts'
import { buildRoles } from './roles.ts'
import type { Setting } from './setting.ts'
import { type Words, wordsIn } from './words.ts'

export interface DemonstrationOptions {
  files: Files
  /** The `_id` of the owner that setup made, the one person who may exist already. */
  owner?: string
  /** The community is built around this time; now unless given. */
  now?: Date
  seed?: number
  /** What most people of the community speak; English unless given, or where there are no words of it. */
  language?: string
}

/** Fills an empty system with a community in one transaction; returns whether it was empty. */
export async function createDemonstration(
  db: Db,
  { files, owner, now = new Date(), seed = 20_240_601, language = 'en' }: DemonstrationOptions,
): Promise<boolean> {
  if (!(await isEmpty(db, owner))) return false
  const pictures = await drawPictures(files, new Random(seed))
  let filled = false
  try {
    filled = await write(db, { system: 'demonstration' }, async ({ tx }) => {
      // Of two instances that start at once, the second waits here and then finds the database full.
      await sql`lock table roles, users in share row exclusive mode`.execute(tx)
      if (!(await isEmpty(tx, owner))) return false
      await fillAll(tx, pictures, now.getTime(), seed, wordsIn(language))
      return true
    })
  } finally {
    if (!filled) await Promise.all(urlsOf(pictures).map((url) => files.remove(url)))
  }
  return filled
}

/** How long before now the oldest and the newest made records lie, in milliseconds. */
const [since, lately] = [72 * hour, 3.5 * hour]

type Row = { id: string; created_at: string; [column: string]: unknown }

async function fillAll(
  tx: Transaction<Tables>,
  pictures: Pictures,
  now: number,
  seed: number,
  words: Words,
) {
  const random = new Random(seed + 1)
  const nobody = { members: [], businesses: [], staff: [], category: () => null }
  const base: Setting = { random, now, id: (at) => random.id(at), pictures, words, ...nobody }
  const roles = buildRoles(base)
  const people = buildPeople(
    base,
    roles.map(({ id }) => id),
  )
  const { staff } = people
  const members = people.members.map(({ row }) => row)
  const businesses = people.owners.map(({ row }) => row)
  const categories = buildCategories(base)
  const category = (slug: string) => categories.find((each) => each.slug === slug)?.id ?? null
  const setting: Setting = { ...base, members, businesses, staff, category }
  const posts = buildPosts(setting, [...people.members, ...people.owners])
  const tasks = buildTasks(setting, posts)
  const made = {
    posts,
    events: buildEvents(setting),
    polls: buildPolls(setting),
    tasks,
    bills: buildBills(setting, await takeBillNumbers(tx, 260)),
    shopping_posts: buildShoppingPosts(setting),
  } satisfies Partial<Record<RecordTable, Row[]>>
  const latest = now - lately
  // Move this morning's records back by the same time, so that the log ends with acts of staff.
  for (const row of Object.values(made).flat()) {
    const created = Date.parse(row.created_at)
    if (created > latest) row.created_at = iso(2 * latest - created)
  }
  const isEarly = ({ created_at }: Row) => created_at <= iso(now - since)
  const addAll = async (writing: WriteTransaction, which: (row: Row) => boolean) => {
    for (const [table, rows] of Object.entries(made) as [RecordTable, Row[]][])
      await add(writing, table, rows.filter(which))
  }
  const actor = (at: number) => ({ system: 'demonstration', batch: newId(), at: iso(at) }) as const

  await writeIn(tx, actor(now - since), async (writing) => {
    await add(writing, 'roles', roles)
    await add(writing, 'users', [...members, ...businesses, ...staff])
    await add(writing, 'categories', categories)
    await addAll(writing, isEarly)
  })
  const historySetting = { ...setting, random: new Random(seed + 2) }
  await tellHistory(tx, historySetting, {
    meanwhile: () =>
      writeIn(tx, actor(latest), (writing) => addAll(writing, (row) => !isEarly(row))),
    staff,
    members,
    categories,
    events: made.events.filter(isEarly),
    tasks: made.tasks.filter(isEarly),
    bills: made.bills.filter(isEarly),
    posts: made.posts.filter(isEarly),
  })
  await tx.insertInto('task_comments').values(buildComments(setting, tasks)).execute()
}

/** Inserts rows as JSON, so columns that Kysely wants as JSON text may stay objects. */
const add = (writing: WriteTransaction, table: RecordTable, rows: readonly object[]) =>
  writing.insert(table, rows as never)

const isEmpty = async (db: Db, owner: string | undefined): Promise<boolean> =>
  !(await queryExists(db)`
    select where
      exists (select 1 from users where id is distinct from ${owner ?? null}::uuid)
      or exists (select 1 from roles where not system)
      or exists (select 1 from categories) or exists (select 1 from posts) or exists (select 1 from events)
      or exists (select 1 from polls) or exists (select 1 from tasks) or exists (select 1 from bills)
      or exists (select 1 from shopping_posts)
  `)
