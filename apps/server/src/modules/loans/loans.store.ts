import type { AreaName } from '@steward/contract/areas/areas'
import { titleField } from '@steward/contract/areas/listings'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Pagination } from '@steward/contract/lists/listing'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import type { loanTabs, Loan as ShownLoan } from '@steward/contract/loans/loans'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst, queryNumber } from '../../db/connection/query.ts'
import { where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { type Tables, tableOf } from '../../db/schema/tables.ts'
import type { Loan } from '../../db/write/loan.ts'
import { granterHolds, isActiveLoan } from '../../db/write/loans.ts'

export type LoanRow = Omit<Selectable<Tables['loans']>, 'status' | 'ended_how'> & {
  user_name: string
  status: ShownLoan['status']
  ended_how: ShownLoan['endedHow']
}

/** The status by the clock and by who granted it, since nothing is written when a time is over. */
const status = sql<ShownLoan['status']>`case
  when loan.status = 'asked' and loan.expires_at <= now() then 'expired'
  when loan.status = 'granted' and loan.ends_at > now() and ${granterHolds} then 'active'
  when loan.status = 'granted' then 'ended'
  else loan.status end`

const endedHow = sql<ShownLoan['endedHow']>`case
  when loan.status <> 'granted' then loan.ended_how
  when loan.ends_at <= now() then 'time'
  when not ${granterHolds} then 'granter' end`

const rows = sql`
  select loan.id, loan.user_id, loan.area, loan.module, loan.submodule, loan.action, loan.record_ids,
    loan.reason, loan.minutes, loan.one_use, ${status} as status, loan.decided_by, loan.decided_by_name,
    loan.decided_at, loan.decision, loan.ends_at, loan.uses, ${endedHow} as ended_how, loan.ended_by,
    loan.ended_by_name, loan.ended_at, loan.created_at, loan.updated_at, loan.expires_at,
    person.name as user_name
  from loans as loan join users as person on person.id = loan.user_id`

/** Who asks to see loans: by their id, and the names of the permissions that they hold. */
export interface Reader {
  user: string
  /** `Operations · Bills · delete`, and so on. */
  held: readonly string[]
  owner: boolean
  /** Whether they see those of everybody: owners, and whoever may update roles. */
  all: boolean
}

/** Who asks, with the loans that concern them by records that they see; null where they see every record. */
export type SeeingReader = Reader & { seen: readonly string[] | null }

const name = sql`(loan.module || ' · ' || loan.submodule || ' · ' || loan.action)`

const isHeld = ({ held }: Reader): RawBuilder<SqlBool> => sql`${name} = any(${held}::text[])`

/** Loans that a colleague hears of by what they hold, unless they see none of the records. */
const concerns = (reader: Reader): RawBuilder<SqlBool> => sql`(${reader.all} or ${isHeld(reader)})`

const isOfSeen = ({ seen }: SeeingReader): RawBuilder<SqlBool> =>
  seen === null ? sql`true` : sql`loan.id = any(${seen}::uuid[])`

/** Which loans somebody may see: their own, those that they decided, and those of what they hold for records that they see. */
const isSeen = (reader: SeeingReader): RawBuilder<SqlBool> => sql`(
  loan.user_id = ${reader.user} or loan.decided_by = ${reader.user}
  or (${concerns(reader)} and ${isOfSeen(reader)})
)`

const isWaiting = sql<SqlBool>`(loan.status = 'asked' and loan.expires_at > now())`

/** Which requests wait for somebody's decision. */
const waitsFor = (reader: SeeingReader): RawBuilder<SqlBool> => sql`(
  ${isWaiting} and loan.user_id <> ${reader.user} and ${isHeld(reader)} and ${isOfSeen(reader)}
)`

/** The loans of which somebody asks: all, those that wait, or one by its id. */
export type Asked = 'all' | 'waiting' | { id: string }

/** How many of the loans that concern a reader are looked at: each has up to 100 records, and anybody may ask. */
const maxConcerning = 500

/**
 * The loans that concern a reader, those that wait and then the latest before others, up to a limit.
 * @returns with their records, of which the reader may see none; null of a loan to make some
 */
export const loansConcerning = (db: Db, reader: Reader, asked: Asked) =>
  queryAll(db)<{ id: string; area: AreaName; records: string[] | null }>`
    select loan.id, loan.area, loan.record_ids as records from loans as loan
    where ${concerns(reader)} and ${
      asked === 'all' ? sql`true` : asked === 'waiting' ? isWaiting : sql`loan.id = ${asked.id}`
    } order by ${isWaiting} desc, loan.created_at desc, loan.id desc limit ${sql.lit(maxConcerning)}`

const ofTab = (tab: (typeof loanTabs)[number], reader: SeeingReader): RawBuilder<SqlBool> =>
  ({
    decide: waitsFor(reader),
    mine: sql<SqlBool>`loan.user_id = ${reader.user}`,
    active: sql<SqlBool>`(loan.status = 'granted' and ${status} = 'active')`,
  })[tab]

export async function listLoans(
  db: Db,
  { page, limit, sort, status: asked, tab }: Omit<QueryOf<'loans.list'>, 'search'>,
  reader: SeeingReader,
): Promise<{ rows: LoanRow[]; pagination: Pagination }> {
  const tabs = (tab ?? []).map((each) => ofTab(each, reader))
  const where = sql`where ${isSeen(reader)}
    and ${tabs.length > 0 ? sql`(${sql.join(tabs, sql` or `)})` : sql`true`}
    and (${asked ?? null}::text[] is null or ${status} = any(${asked ?? null}::text[]))`
  const total = await queryNumber(db)`select count(*) from loans as loan ${where}`
  const order = sort === 'createdAt' ? sql`asc` : sql`desc`
  const found = await queryAll(db)<LoanRow>`
    ${rows} ${where} order by loan.created_at ${order}, loan.id ${order}
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `
  return { rows: found, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
}

/** The hours from a request until a loan of the longest span ends. */
const maxHours = loanLimits.hoursToAnswer + loanLimits.minutes / 60

/** What is on loan to somebody now, what ends first before the others; then what was declined within an hour, the latest first. */
export const loansTo = (db: Db, user: string) =>
  queryAll(db)<LoanRow>`
    ${rows} where loan.user_id = ${user}
      and loan.created_at > now() - make_interval(hours => ${sql.lit(maxHours + 1)})
      and ((loan.status = 'granted' and ${status} = 'active')
        or (loan.status = 'declined' and loan.decided_at > now() - interval '1 hour'))
    order by loan.ends_at, loan.decided_at desc, loan.id`

export const countWaitingFor = (db: Db, reader: SeeingReader) =>
  queryNumber(db)`select count(*) from loans as loan where ${waitsFor(reader)}`

export const findLoan = (db: Db, id: string, reader: SeeingReader) =>
  queryFirst(db)<LoanRow>`${rows} where loan.id = ${id} and ${isSeen(reader)}`

/** Locks a loan until the transaction ends, so that one decision is made. */
export async function lockLoan(tx: Db, id: string): Promise<void> {
  await sql`select 1 from loans where id = ${id} for update`.execute(tx)
}

export interface TitledRecord {
  id: string
  title: string | null
  deleted: boolean
  /** The type of a user; null for other records. */
  type: string | null
  /** Whether it is among the rows that the reader sees. */
  seen: boolean
}

/** Records by their ids, deleted ones among them, and whether a scope lets them be seen; those that are gone are missing. */
export const findTitles = (
  db: Db,
  area: AreaName,
  ids: readonly string[],
  scope: ReadScope | null,
) =>
  queryAll(db)<TitledRecord>`
    select t.id, to_jsonb(t) ->> ${titleField(area)} as title,
      to_jsonb(t) ->> 'deleted_at' is not null as deleted,
      case when ${area === 'users'} then to_jsonb(t) ->> 'type' end as type,
      exists (select 1 ${where(scope?.seen(tableOf(area), current) ?? [])}) as seen
    from ${sql.table(tableOf(area))} as t where t.id = any(${ids}::uuid[]) order by t.id`

/** Waits until no other request of the person is being made, so that limits hold; returns what counts towards them. */
export async function countAsked(
  tx: Db,
  user: string,
): Promise<{ waiting: number; lastHour: number }> {
  await sql`select 1 from users where id = ${user} for update`.execute(tx)
  const counted = await queryFirst(tx)<{ waiting: number; lastHour: number }>`
    select count(*) filter (where status = 'asked' and expires_at > now())::int as waiting,
      count(*) filter (where created_at > now() - interval '1 hour')::int as "lastHour"
    from loans where user_id = ${user} and created_at > now() - interval '2 days'`
  return counted ?? { waiting: 0, lastHour: 0 }
}

export type NewLoan = Pick<
  Selectable<Tables['loans']>,
  | 'id'
  | 'user_id'
  | 'area'
  | 'module'
  | 'submodule'
  | 'action'
  | 'record_ids'
  | 'reason'
  | 'minutes'
  | 'one_use'
>

export async function insertLoan(tx: Db, row: NewLoan, hoursToAnswer: number): Promise<void> {
  await sql`
    insert into loans (id, user_id, area, module, submodule, action, record_ids, reason, minutes, one_use,
      expires_at)
    select id, user_id, area, module, submodule, action, record_ids, reason, minutes, one_use,
      now() + make_interval(hours => ${sql.lit(hoursToAnswer)})
    from json_populate_record(null::loans, ${JSON.stringify(row)}::json)
  `.execute(tx)
}

interface By {
  id: string
  name: string
}

export async function grantLoan(
  tx: Db,
  id: string,
  {
    by,
    minutes,
    ids,
    reason,
  }: { by: By; minutes: number; ids: string[] | null; reason: string | null },
): Promise<void> {
  await sql`
    update loans set status = 'granted', decided_by = ${by.id}, decided_by_name = ${by.name},
      decided_at = now(), decision = ${reason}, minutes = ${minutes}, record_ids = ${ids}::uuid[],
      ends_at = now() + make_interval(mins => ${minutes}::int), updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function declineLoan(tx: Db, id: string, by: By, reason: string): Promise<void> {
  await sql`
    update loans set status = 'declined', decided_by = ${by.id}, decided_by_name = ${by.name},
      decided_at = now(), decision = ${reason}, updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function withdrawLoan(tx: Db, id: string): Promise<void> {
  await sql`update loans set status = 'withdrawn', updated_at = now() where id = ${id}`.execute(tx)
}

export async function endLoan(tx: Db, id: string, by: By): Promise<void> {
  await sql`
    update loans set status = 'ended', ended_how = 'hand', ended_by = ${by.id},
      ended_by_name = ${by.name}, ended_at = now(), updated_at = now()
    where id = ${id}`.execute(tx)
}

/** The loans that permit something now, as sessions have them. */
export const findActive = (tx: Db) =>
  queryAll(tx)<Loan>`
    select loan.id, loan.area, loan.record_ids as ids,
      json_build_object('module', loan.module, 'submodule', loan.submodule, 'action', loan.action) as permission,
      json_build_object('_id', loan.decided_by, 'name', loan.decided_by_name) as "grantedBy"
    from loans as loan where ${isActiveLoan}`

/**
 * Ends the loans whose granter has lost the permission, and those of `beyond`, so that they stay ended; returns them.
 */
export const endWhereGranterLost = (tx: Db, beyond: readonly string[]) =>
  queryAll(tx)<
    { id: string; user_id: string; user_name: string } & Pick<
      LoanRow,
      'module' | 'submodule' | 'action'
    >
  >`
    update loans as loan set status = 'ended', ended_how = 'granter', ended_at = now(), updated_at = now()
    from users as person
    where person.id = loan.user_id and loan.status = 'granted' and loan.ends_at > now()
      and (not ${granterHolds} or loan.id = any(${beyond}::uuid[]))
    returning loan.id, loan.user_id, person.name as user_name, loan.module, loan.submodule, loan.action`

const keptDays = 90

/** Removes requests and loans that are long over; returns how many. */
export async function forgetOldLoans(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from loans
    where coalesce(ends_at, expires_at) < now() - make_interval(days => ${sql.lit(keptDays)})
  `.execute(db)
  return Number(numAffectedRows)
}
