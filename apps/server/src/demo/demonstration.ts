import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import type { RecordTable, Tables } from '../db/tables/tables.ts'
import { takeBillNumbers } from '../db/write/bill-numbers.ts'
import { type WriteTransaction, write, writeIn } from '../db/write/write.ts'
import type { Files } from '../files/disk.ts'
import { newId } from '../ids.ts'
import { buildCategories, buildEvents, buildPolls, buildPosts } from './community.ts'
import { tellHistory } from './history.ts'
import { buildBills, buildShoppingPosts, buildTasks } from './operations.ts'
import { buildPeople, buildRoles, type Person } from './people.ts'
import { drawPictures, urlsOf } from './pictures.ts'
import { type Random, seeded } from './random.ts'
import { buildSpam } from './spam.ts'
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
    filled = await write(db, { system: 'demonstration' }, async ({ tx }) => {
      // Two instances that start at once on one database: the second waits here, then finds it full.
      await sql`lock table roles, users in share row exclusive mode`.execute(tx)
      if (!(await isEmpty(tx, owner))) return false
      await fillAll(tx, { ...setting, random: seeded(seed + 1) }, seeded(seed + 2))
      return true
    })
  } finally {
    if (!filled) await Promise.all(urlsOf(pictures).map((url) => files.remove(url)))
  }
  return filled
}

/** How long before now the community was set up, and had its last records before this morning, in milliseconds. */
const [since, lately] = [72 * 3_600_000, 3.5 * 3_600_000]

async function fillAll(
  tx: Transaction<Tables>,
  setting: Parameters<typeof buildRoles>[0],
  random: Random,
): Promise<void> {
  const roles = buildRoles(setting)
  const { members, owners, staff } = buildPeople(
    setting,
    roles.map(({ id }) => id),
  )
  const categories = buildCategories(setting)
  const everyone = [...members, ...owners]
  const rowsOf = (people: Person[]) => people.map(({ row }) => row)
  const posts = buildPosts(setting, everyone, categories.ids)
  const events = buildEvents(setting, [...owners, ...members.slice(0, 80)])
  const polls = buildPolls(setting, [...staff, ...members.slice(0, 40)])
  const tasks = buildTasks(setting, staff, members)
  const bills = buildBills(setting, { members, owners }, await takeBillNumbers(tx, 260))
  const latest = setting.now - lately
  const made = [
    ['posts', posts],
    ['events', events],
    ['polls', polls],
    ['tasks', tasksAbout(tasks, posts)],
    ['bills', bills],
    ['shopping_posts', buildShoppingPosts(setting, everyone, categories.ids)],
  ] as const
  // What came this morning came as long before it: the log then ends with what the staff did.
  for (const row of made.flatMap(([, rows]): { created_at: string }[] => [...rows] as never)) {
    const created = Date.parse(row.created_at)
    if (created > latest) row.created_at = new Date(2 * latest - created).toISOString()
  }
  const start = new Date(setting.now - since).toISOString()
  const isEarly = (row: object) => (row as { created_at: string }).created_at <= start
  const isLate = (row: object) => !isEarly(row)
  const addAll = async (writing: WriteTransaction, which: (row: object) => boolean) => {
    for (const [table, rows] of made) await add(writing, table, rows.filter(which))
  }
  const actor = (at: number) =>
    ({ system: 'demonstration', batch: newId(), at: new Date(at).toISOString() }) as const

  await writeIn(tx, actor(setting.now - since), async (writing) => {
    await add(writing, 'roles', roles)
    await add(writing, 'users', [...rowsOf(members), ...rowsOf(owners), ...rowsOf(staff)])
    await add(writing, 'categories', categories.rows)
    await addAll(writing, isEarly)
  })
  const early = (rows: readonly object[]) => rows.filter(isEarly) as never
  await tellHistory(
    tx,
    { now: setting.now, random },
    {
      meanwhile: () => writeIn(tx, actor(latest), (writing) => addAll(writing, isLate)),
      staff,
      members,
      events: early(events),
      tasks: early(tasks),
      bills: early(bills),
      posts: early(posts),
      categories: categories.rows as never,
      spam: buildSpam({ ...setting, random }),
    },
  )
  const comments = buildComments(setting, tasks, staff)
  await tx.insertInto('task_comments').values(comments).execute()
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
