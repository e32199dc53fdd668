import type { Transaction, Updateable } from 'kysely'
import { queryAll } from '../db/connection/query.ts'
import type { RecordTable, Tables } from '../db/schema/tables.ts'
import type { AuditEvent } from '../db/write/audit-lines.ts'
import { writeIn } from '../db/write/write.ts'
import type { WriteTransaction } from '../db/write/write-transaction.ts'
import { buildSpam } from './community.ts'
import type { Person } from './people.ts'
import { hour, iso } from './random.ts'
import type { Setting } from './setting.ts'

type Somebody = Person['row']

interface Made {
  id: string
  [column: string]: unknown
}

export interface HistoryOf
  extends Record<'events' | 'tasks' | 'bills' | 'posts' | 'categories', readonly Made[]> {
  meanwhile: () => Promise<void>
  staff: readonly Somebody[]
  members: readonly Somebody[]
}

const signDetails = {
  'sign-in': { detail: 'With the password' },
  'sign-in-failed': { detail: 'Wrong password or passkey' },
  'sign-out': {},
}

const sign = (action: keyof typeof signDetails, { id, name }: Somebody): AuditEvent => ({
  action,
  area: 'accounts',
  record: { id, title: name },
  ...signDetails[action],
})

/** Makes changes as staff through the usual services, dated over the last two days. */
export async function tellHistory(tx: Transaction<Tables>, setting: Setting, of: HistoryOf) {
  const { random, now } = setting
  const at = (hours: number) => iso(now - hours * hour)
  const who = (nth: number) => of.staff[nth] as Somebody
  const [mod, otherMod, support, otherSupport] = [who(0), who(1), who(3), who(4)]
  const [finance, otherFinance, editor, lead] = [who(5), who(6), who(7), who(9)]
  const address = (somebody: Somebody) => `198.51.100.${10 + of.staff.indexOf(somebody)}`

  const as = <R>(
    somebody: Somebody,
    hours: number,
    work: (writing: WriteTransaction) => Promise<R>,
    more: { batch?: string; through?: 'job' } = {},
  ): Promise<R> => {
    const { id, role_id } = somebody
    const by = { user: id, role: role_id as string, address: address(somebody), at: at(hours) }
    return writeIn(tx, { ...by, ...(more.through ? {} : { client: 'browser' }), ...more }, work)
  }
  const change = <T extends RecordTable>(
    somebody: Somebody,
    hours: number,
    table: T,
    record: { id: string } | undefined,
    patch: Updateable<Tables[T]>,
    more: { batch?: string } = {},
  ) =>
    as(somebody, hours, (writing) => changeIn(writing, table, record ? [record] : [], patch), more)
  const signs = (somebody: Somebody, hours: number, action: 'sign-in' | 'sign-out' = 'sign-in') =>
    as(somebody, hours, async (writing) => writing.note(sign(action, somebody)))
  const entriesOf = (batch: string) =>
    queryAll(tx)<{ id: number; record_id: string | null; action: string }>`
      select id, record_id, action from audit_entries where batch = ${batch} order by id desc`
  const register = async (hours: number) => {
    for (const { name, email, confirmed } of setting.words.registrations.filter(
      (each) => each.hours === hours,
    )) {
      const id = setting.id(now - hours * hour)
      const from = `203.0.113.${random.int(2, 250)}`
      const times = { created_at: at(hours), updated_at: at(hours) }
      const row = { id, name, email, email_confirmed: confirmed, ...times } as const
      await writeIn(tx, { user: id, address: from, client: 'browser', at: at(hours) }, (writing) =>
        writing.insert('users', [{ ...row, type: 'admin', status: 'pending' }]),
      )
    }
  }

  const due = of.bills.filter(({ status }) => status === 'due').slice(0, 9)
  const job = setting.id(now - 49 * hour)
  const begun: AuditEvent = {
    action: 'job',
    area: 'bills',
    detail: `status paid: ${due.length} bills`,
  }
  const paid = { status: 'paid', paid_at: at(48.9) } as const
  const { acts } = setting.words
  const bank = { notes: acts.billNote }
  await signs(finance, 50)
  await as(finance, 49, async (writing) => writing.note(begun), { batch: job })
  await as(finance, 48.9, (writing) => changeIn(writing, 'bills', due, paid), {
    batch: job,
    through: 'job',
  })
  await change(otherFinance, 47.6, 'bills', due[0], bank)
  await change(otherFinance, 47.5, 'bills', due[1], bank)
  const untouched = due.slice(2).map(({ id }) => id)
  const marked = (await entriesOf(job)).filter(
    ({ record_id, action }) => action === 'status' && untouched.includes(record_id ?? ''),
  )
  await as(
    finance,
    46.8,
    async (writing) => {
      for (const { id, record_id } of marked) {
        const bill = { id: record_id as string }
        await writing.undoing(Number(id), () =>
          changeIn(writing, 'bills', [bill], { status: 'due', paid_at: null }),
        )
      }
    },
    { batch: setting.id(now - 46.8 * hour) },
  )
  await register(46)

  const [task, done] = of.tasks.filter(({ status }) => status === 'todo')
  await signs(lead, 44.2)
  await change(lead, 44, 'tasks', task, { priority: 'urgent', assignee_id: support.id })
  await change(support, 43.9, 'tasks', task, { status: 'doing' })
  await change(lead, 43.8, 'tasks', task, { assignee_id: otherSupport.id, priority: 'high' })
  const member = of.members.find(({ email, status }) => email && status === 'active') as Somebody
  const typed = setting.id(now - 30 * hour)
  await register(31)
  await signs(support, 30.4)
  await change(support, 30, 'users', member, { phone: acts.mistypedPhone }, { batch: typed })
  const [mistake] = await entriesOf(typed)
  await as(support, 29.9, (writing) =>
    writing.undoing(Number(mistake?.id), () =>
      changeIn(writing, 'users', [member], { phone: member.phone }),
    ),
  )
  await change(support, 29.8, 'users', member, { phone: acts.phone })
  await register(27)

  const [moved, off] = of.events.filter(
    ({ starts_at, cancelled }) => String(starts_at) > at(-48) && !cancelled,
  )
  const upstairs = { location: acts.upstairs, capacity: 60 }
  await signs(editor, 26.2)
  await change(editor, 26, 'events', moved, upstairs)
  await change(editor, 25.7, 'events', off, { cancelled: true })
  await change(editor, 25.5, 'categories', of.categories[3], {
    description: acts.categoryDescription,
  })
  const argued = of.posts.find(({ report_count }) => Number(report_count) > 3)
  await signs(mod, 24.4)
  await change(mod, 24.2, 'posts', argued, { deleted_at: at(24.2) })
  await change(otherMod, 23.5, 'posts', argued, { deleted_at: null })
  await change(finance, 22, 'bills', due[2], { status: 'paid', paid_at: at(96) })
  await change(otherSupport, 21, 'tasks', done, { status: 'done' })
  await signs(finance, 20.5, 'sign-out')
  for (const hours of [20, 9, 4]) await register(hours)

  await of.meanwhile()
  for (const hours of [3.3, 3.28, 3.26, 3.2]) {
    const by = { user: null, address: address(otherMod), client: 'browser', at: at(hours) } as const
    await writeIn(tx, by, async (writing) => writing.note(sign('sign-in-failed', otherMod)))
  }
  await signs(otherMod, 3.15)
  const spam = buildSpam(setting)
  const wave = {
    system: 'demonstration',
    at: at(1.9),
    batch: setting.id(now - 1.9 * hour),
  } as const
  await writeIn(tx, wave, async (writing) => {
    await writing.insert('users', spam.accounts as never)
    await writing.insert('posts', spam.posts as never)
  })
  await register(1.5)
  const reported = spam.posts.filter(({ report_count }) => report_count > 0)
  for (const [i, post] of reported.slice(0, 6).entries())
    await change(otherMod, 1.2 - i * 0.02, 'posts', post, { deleted_at: at(1.2 - i * 0.02) })
  await change(otherMod, 1, 'users', spam.accounts[0], { status: 'inactive' })
  await signs(otherMod, 0.9, 'sign-out')
  await signs(lead, 0.4)
}

async function changeIn<T extends RecordTable>(
  { lock, update }: WriteTransaction,
  table: T,
  records: readonly { id: string }[],
  patch: Updateable<Tables[T]>,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  await update(table, await lock(table, ids), patch)
}
