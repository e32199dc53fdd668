import { sql } from 'kysely'
import { takeBillNumbers } from '../db/bill-numbers.ts'
import type { Db } from '../db/connection.ts'
import type { RecordTable } from '../db/tables.ts'
import { type WriteTransaction, write } from '../db/write.ts'
import type { Files } from '../files/disk.ts'
import { newId } from '../ids.ts'
import { buildCategories, buildEvents, buildPolls, buildPosts } from './community.ts'
import { buildBills, buildShoppingPosts, buildTasks } from './operations.ts'
import { buildPeople, buildRoles, type Person } from './people.ts'
import { drawPictures, urlsOf } from './pictures.ts'
import { seeded } from './random.ts'
import { buildComments, tasksAbout } from './tasks.ts'

/** What {@link createDemonstration} needs. */
export interface DemonstrationOptions {
  /** Where its pictures go. */
  files: Files
  /** The `_id` of the owner that setup made; the one person who may be there already. */
  owner?: string
  /** The community is built around this time; now unless given. */
  now?: Date
  seed?: number
}

/**
 * Fills an empty system with a demonstration community, all of it or nothing: whatever ends it
 * early leaves the system empty, and the next call starts anew.
 * @returns whether it was empty, and so was filled
 */
export async function createDemonstration(
  db: Db,
  { files, owner, now = new Date(), seed = 20_240_601 }: DemonstrationOptions,
): Promise<boolean> {
  if (!(await isEmpty(db, owner))) return false
  const pictures = await drawPictures(files, seeded(seed))
  const setting = { pictures, now: now.getTime() }
  let filled = false
  try {
    filled = await write(db, { system: 'demonstration', batch: newId() }, async (writing) => {
      // Two instances that start at once on one database: the second waits here, then finds it full.
      await sql`lock table roles, users in share row exclusive mode`.execute(writing.tx)
      if (!(await isEmpty(writing.tx, owner))) return false
      await fillAll(writing, { ...setting, random: seeded(seed + 1) })
      return true
    })
  } finally {
    if (!filled) await Promise.all(urlsOf(pictures).map((url) => files.remove(url)))
  }
  return filled
}

async function fillAll(
  writing: WriteTransaction,
  setting: Parameters<typeof buildRoles>[0],
): Promise<void> {
  const roles = buildRoles(setting)
  const { members, owners, staff } = buildPeople(
    setting,
    roles.map(({ id }) => id),
  )
  const categories = buildCategories(setting)
  const everyone = [...members, ...owners]
  const rowsOf = (people: Person[]) => people.map(({ row }) => row)
  const numbers = await takeBillNumbers(writing.tx, 260)

  await add(writing, 'roles', roles)
  await add(writing, 'users', [...rowsOf(members), ...rowsOf(owners), ...rowsOf(staff)])
  await add(writing, 'categories', categories.rows)
  const posts = buildPosts(setting, everyone, categories.ids)
  await add(writing, 'posts', posts)
  await add(writing, 'events', buildEvents(setting, [...owners, ...members.slice(0, 80)]))
  await add(writing, 'polls', buildPolls(setting, [...staff, ...members.slice(0, 40)]))
  const tasks = buildTasks(setting, staff, members)
  await add(writing, 'tasks', tasksAbout(tasks, posts))
  await add(writing, 'bills', buildBills(setting, { members, owners }, numbers))
  await add(writing, 'shopping_posts', buildShoppingPosts(setting, everyone, categories.ids))
  const comments = buildComments(setting, tasks, staff)
  await writing.tx.insertInto('task_comments').values(comments).execute()
}

/** The rows go to the database as JSON, so what Kysely wants as JSON text may stay as it is. */
const add = (writing: WriteTransaction, table: RecordTable, rows: readonly object[]) =>
  writing.insert(table, rows as never)

async function isEmpty(db: Db, owner: string | undefined): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not (
      exists (select from users where id is distinct from ${owner ?? null}::uuid)
      or exists (select from roles where not system)
      or exists (select from categories) or exists (select from posts) or exists (select from events)
      or exists (select from polls) or exists (select from tasks) or exists (select from bills)
      or exists (select from shopping_posts)
    ) as empty
  `.execute(db)
  return rows[0]?.empty ?? false
}
