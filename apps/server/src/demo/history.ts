import type { Transaction, Updateable } from 'kysely'
import type { RecordTable, Tables } from '../db/tables/tables.ts'
import type { AuditEvent } from '../db/write/audit-lines.ts'
import { type WriteTransaction, writeIn } from '../db/write/write.ts'
import { insertUser } from '../modules/users/users.store.ts'
import type { Person, Setting } from './people.ts'
import type { buildSpam } from './spam.ts'
import { registrations } from './words.ts'

const hour = 3_600_000

/** A record that the staff has to do with. */
interface Made {
  id: string
  [column: string]: unknown
}

/** What the staff's last days are about: all of it was there before they begin. */
export interface HistoryOf {
  /** Adds what came in the meantime, before this morning. */
  meanwhile: () => Promise<void>
  staff: readonly Person[]
  members: readonly Person[]
  events: readonly Made[]
  tasks: readonly Made[]
  bills: readonly Made[]
  posts: readonly Made[]
  categories: readonly Made[]
  spam: ReturnType<typeof buildSpam>
}

const sign = (action: 'sign-in' | 'sign-in-failed' | 'sign-out', { row }: Person): AuditEvent => ({
  action,
  area: 'accounts',
  record: { id: row.id, title: row.name },
  ...(action === 'sign-in' && { detail: 'With the password' }),
  ...(action === 'sign-in-failed' && { detail: 'Wrong password or passkey' }),
})

/**
 * Has the staff do what staff does in two days, each act at its time, by the way of every other write: the audit log
 * then tells of undone changes, of two people at one record, and of a wave of spam that is half dealt with.
 */
export async function tellHistory(
  tx: Transaction<Tables>,
  { now, random }: Pick<Setting, 'now' | 'random'>,
  of: HistoryOf,
): Promise<void> {
  const { staff, spam } = of
  const [mod, otherMod, , support, otherSupport, finance, otherFinance, editor, , lead] =
    staff as Person[] as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ]
  const at = (hours: number) => new Date(now - hours * hour).toISOString()
  const address = ({ row }: Person) =>
    `198.51.100.${10 + staff.findIndex((each) => each.row === row)}`
  const as = <R>(
    who: Person,
    hours: number,
    work: (writing: WriteTransaction) => Promise<R>,
    more: { batch?: string; through?: 'job' } = {},
  ): Promise<R> =>
    writeIn(
      tx,
      {
        user: who.row.id,
        role: who.row.role_id as string,
        address: address(who),
        at: at(hours),
        ...(more.through ? {} : { client: 'browser' }),
        ...more,
      },
      work,
    )
  const change = <T extends RecordTable>(
    who: Person,
    hours: number,
    table: T,
    record: { id: string } | undefined,
    patch: Updateable<Tables[T]>,
  ) => as(who, hours, (writing) => changeIn(writing, table, record ? [record.id] : [], patch))
  const note = (who: Person, hours: number, event: AuditEvent) =>
    as(who, hours, async (writing) => writing.note(event))
  const fails = (who: Person, hours: number) =>
    writeIn(
      tx,
      { user: null, address: address(who), client: 'browser', at: at(hours) },
      async (writing) => writing.note(sign('sign-in-failed', who)),
    )
  const entriesOf = (batch: string) =>
    tx
      .selectFrom('audit_entries')
      .select(['id', 'record_id', 'action'])
      .where('batch', '=', batch)
      .orderBy('id', 'desc')
      .execute()

  // The bills of a week are marked as paid at once; two turn out to be others', and the rest is taken back.
  const due = of.bills.filter(({ status }) => status === 'due').slice(0, 9)
  const job = random.id(now - 49 * hour)
  await note(finance, 50, sign('sign-in', finance))
  await as(
    finance,
    49,
    async (writing) => {
      writing.note({ action: 'job', area: 'bills', detail: `status paid: ${due.length} bills` })
    },
    { batch: job },
  )
  await as(
    finance,
    48.9,
    (writing) =>
      changeIn(
        writing,
        'bills',
        due.map(({ id }) => id),
        { status: 'paid', paid_at: at(48.9) },
      ),
    { batch: job, through: 'job' },
  )
  const bank = { notes: 'Arrived under another number; asked the bank for the slip.' }
  await change(otherFinance, 47.6, 'bills', due[0], bank)
  await change(otherFinance, 47.5, 'bills', due[1], bank)
  const kept = [due[0]?.id, due[1]?.id]
  const marked = (await entriesOf(job)).filter(
    ({ record_id, action }) => action === 'status' && !kept.includes(record_id ?? ''),
  )
  await as(
    finance,
    46.8,
    async (writing) => {
      for (const { id, record_id } of marked)
        await writing.undoing(Number(id), () =>
          changeIn(writing, 'bills', [record_id as string], { status: 'due', paid_at: null }),
        )
    },
    { batch: random.id(now - 46.8 * hour) },
  )
  await register(tx, 46, now, random)

  // Two at one task, and an address that was mistyped.
  const [task, done] = of.tasks.filter(({ status }) => status === 'todo')
  await note(lead, 44.2, sign('sign-in', lead))
  await change(lead, 44, 'tasks', task, { priority: 'urgent', assignee_id: support.row.id })
  await change(support, 43.9, 'tasks', task, { status: 'doing' })
  await change(lead, 43.8, 'tasks', task, { assignee_id: otherSupport.row.id, priority: 'high' })
  const member = of.members.find(({ row }) => row.email && row.status === 'active')?.row
  const typed = random.id(now - 30 * hour)
  await register(tx, 31, now, random)
  await note(support, 30.4, sign('sign-in', support))
  await as(
    support,
    30,
    (writing) => changeIn(writing, 'users', [member?.id ?? ''], { phone: '+44 20 7946 0O17' }),
    { batch: typed },
  )
  const [mistake] = await entriesOf(typed)
  await as(support, 29.9, (writing) =>
    writing.undoing(Number(mistake?.id), () =>
      changeIn(writing, 'users', [member?.id ?? ''], { phone: member?.phone ?? null }),
    ),
  )
  await change(support, 29.8, 'users', member, { phone: '+44 20 7946 0817' })
  await register(tx, 27, now, random)

  // A day of the others: events, a poll, categories, a post about which two think otherwise.
  const [moved, off] = of.events.filter(
    ({ starts_at, cancelled }) => String(starts_at) > at(-48) && !cancelled,
  )
  await note(editor, 26.2, sign('sign-in', editor))
  await change(editor, 26, 'events', moved, {
    location: 'Community hall, upper floor',
    capacity: 60,
  })
  await change(editor, 25.7, 'events', off, { cancelled: true })
  await change(editor, 25.5, 'categories', of.categories[3], {
    description: 'Ask before you post: most of it has been asked.',
  })
  const argued = of.posts.find(({ report_count }) => Number(report_count) > 3)
  await note(mod, 24.4, sign('sign-in', mod))
  await change(mod, 24.2, 'posts', argued, { deleted_at: at(24.2) })
  await change(otherMod, 23.5, 'posts', argued, { deleted_at: null })
  await change(finance, 22, 'bills', due[2], { status: 'paid', paid_at: at(96) })
  await change(otherSupport, 21, 'tasks', done, { status: 'done' })
  await note(finance, 20.5, sign('sign-out', finance))
  for (const hours of [20, 9, 4]) await register(tx, hours, now, random)

  await of.meanwhile()
  // This morning: somebody who has forgotten a password, and a wave of spam.
  for (const hours of [3.3, 3.28, 3.26, 3.2]) await fails(otherMod, hours)
  await note(otherMod, 3.15, sign('sign-in', otherMod))
  await writeIn(
    tx,
    { system: 'demonstration', at: at(1.9), batch: random.id(now - 1.9 * hour) },
    async (writing) => {
      await writing.insert('users', spam.accounts as never)
      await writing.insert('posts', spam.posts as never)
    },
  )
  await register(tx, 1.5, now, random)
  const reported = spam.posts.filter(({ report_count }) => report_count > 0)
  for (const [i, post] of reported.slice(0, 6).entries())
    await change(otherMod, 1.2 - i * 0.02, 'posts', post, { deleted_at: at(1.2 - i * 0.02) })
  await change(otherMod, 1, 'users', spam.accounts[0], { status: 'inactive' })
  await note(otherMod, 0.9, sign('sign-out', otherMod))
  await note(lead, 0.4, sign('sign-in', lead))
}

/** Changes records, as far as they are there. */
async function changeIn<T extends RecordTable>(
  { lock, update }: WriteTransaction,
  table: T,
  ids: readonly string[],
  patch: Updateable<Tables[T]>,
): Promise<void> {
  await update(table, await lock(table, ids), patch)
}

/** Registers whoever did so many hours ago: nobody has decided on them. */
async function register(
  tx: Transaction<Tables>,
  hours: number,
  now: number,
  random: Setting['random'],
): Promise<void> {
  for (const { name, email, confirmed } of registrations.filter((each) => each.hours === hours)) {
    const at = new Date(now - hours * hour).toISOString()
    const id = random.id(now - hours * hour)
    const address = `203.0.113.${random.int(2, 250)}`
    await writeIn(tx, { user: id, address, client: 'browser', at }, (writing) =>
      insertUser(writing, {
        id,
        name,
        email,
        email_confirmed: confirmed,
        type: 'admin',
        status: 'pending',
        created_at: at,
        updated_at: at,
      }),
    )
  }
}
