import { createHash } from 'node:crypto'
import { type Said, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryColumn, queryExists, queryFirst } from '../connection/query.ts'
import { auditEvent } from '../write/audit.ts'
import { digestOfEntry } from './digest.ts'
import { actualDigest, appendSeal, type DigestedEntry, sealedAndActual } from './seals.ts'

/** How many seals, and of their entries, are converted in one transaction. */
const step = { seals: 500, entries: 5_000 }

/** What stands in a seal for an entry that was not as it had been sealed: no entry has this digest. */
const noDigest = '00'.repeat(32)

const chainStart = '00'.repeat(32)

/** Whether there are seals of a version before; values of their entries can't be erased. */
export const hasSealsToConvert = async (db: Db): Promise<boolean> =>
  await queryExists(db)`
    select 1 from audit_seals where format = 1 union all select 1 from audit_conversion limit 1`

/**
 * Converts seals of format 1 and all that follow: digests over commitments take the place of those in the clear, and the
 * chain is hashed anew. In steps of a transaction each, while servers of this version and the one before seal; it goes on
 * where it was stopped. An entry that isn't as it was sealed stays one that `verify` names. Ends with an entry of its own,
 * sealed at once, which says how the chain before ended (`reseal`).
 */
export async function convertSeals(db: Db, tell: (line: Said) => void = () => {}): Promise<void> {
  let told = Date.now()
  while (await hasSealsToConvert(db)) {
    const converted = await db.transaction().execute(convertSome)
    if (Date.now() - told < 5_000) continue
    told = Date.now()
    tell(say('converting the audit log: seal {number}', { number: String(converted) }))
  }
}

/** {@link convertSeals} within a transaction, for a database that nobody else uses. */
export async function convertSealsIn(tx: Db): Promise<void> {
  while (await hasSealsToConvert(tx)) await convertSome(tx)
}

interface Conversion {
  converted: number
  /** In hexadecimal, as all hashes here. */
  replaced: string
  findings: number
}

interface Seal extends Record<'previous' | 'hash' | 'computed' | 'digests', string> {
  no: number
  /** How many of its entries are not as they were sealed. */
  different: number
}

/** Converts the next seals, within a transaction. @returns the number of the last one */
export async function convertSome(tx: Db): Promise<number> {
  const state = (await readConversion(tx)) ?? (await beginning(tx))
  const seals = await readSeals(tx, state.converted)
  let { converted, replaced, findings } = state
  let [previous = chainStart] = await queryColumn(tx)`
    select encode(hash, 'hex') from audit_seals where no = ${converted}`
  const made = seals.map((seal) => {
    const isWhole =
      seal.no === converted + 1 && seal.previous === replaced && seal.hash === seal.computed
    findings += (isWhole ? 0 : 1) + seal.different
    const hash = hashAfter(previous, seal.digests)
    const row = { no: seal.no, digests: seal.digests, previous, hash }
    ;[converted, replaced, previous] = [seal.no, seal.hash, hash]
    return row
  })
  await sql`
    update audit_seals as seal set format = 2, digests = decode(new.digests, 'hex'),
      previous = decode(new.previous, 'hex'), hash = decode(new.hash, 'hex')
    from json_to_recordset(${JSON.stringify(made)}::json) as new (no bigint, digests text, previous text, hash text)
    where seal.no = new.no
  `.execute(tx)
  await sql`
    insert into audit_conversion (converted, replaced, findings)
    values (${converted}, decode(${replaced}, 'hex'), ${findings})
    on conflict (only_row) do update
      set converted = excluded.converted, replaced = excluded.replaced, findings = excluded.findings
  `.execute(tx)
  await endWithLast(tx, { converted, replaced, findings })
  return converted
}

const hashAfter = (previous: string, digests: string): string =>
  createHash('sha256').update(previous, 'hex').update(digests, 'hex').digest('hex')

/** How far a conversion that is running has come; undefined where none is. */
export const readConversion = (db: Db) =>
  queryFirst(db)<Conversion>`
    select converted, encode(replaced, 'hex') as replaced, findings from audit_conversion`

/** Before the first seal of format 1; those before it are of this version already. */
async function beginning(tx: Db): Promise<Conversion> {
  const before = await queryFirst(tx)<{ no: number; hash: string }>`
    select no, encode(hash, 'hex') as hash from audit_seals
    where no < (select min(no) from audit_seals where format = 1) order by no desc limit 1`
  return { converted: before?.no ?? 0, replaced: before?.hash ?? chainStart, findings: 0 }
}

/** The seals to convert next, with the digests that they get. */
async function readSeals(tx: Db, converted: number): Promise<Seal[]> {
  const numbers = await queryColumn(tx)<number>`
    select no from (
      select no, sum(cardinality(entries)) over (order by no) - cardinality(entries) as earlier
      from (
        select no, entries from audit_seals where no > ${converted}::bigint order by no limit ${step.seals}::int
      ) as next
    ) as seal where earlier < ${step.entries} order by no`
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return []
  return await queryAll(tx)<Seal>`
    with ${sealedAndActual({ first, last })}, compared as (
      select sealed.no, sealed.place, coalesce(${actualDigest} = sealed.digest, false) as same, actual.digest
      from sealed left join actual on actual.id = sealed.id
    ), converted as (
      select no, count(*) filter (where not same) as different,
        string_agg(case when same then encode(digest, 'hex') else ${noDigest} end, '' order by place) as digests
      from compared group by no
    )
    select seal.no, encode(seal.previous, 'hex') as previous, encode(seal.hash, 'hex') as hash,
      encode(sha256(seal.previous || seal.digests), 'hex') as computed,
      coalesce(converted.different, 0) as different, coalesce(converted.digests, '') as digests
    from audit_seals as seal left join converted on converted.no = seal.no
    where seal.no between ${first} and ${last} order by seal.no`
}

/** Ends the conversion where it has come to the last seal, which no server can follow with another meanwhile. */
async function endWithLast(tx: Db, { converted, replaced, findings }: Conversion): Promise<void> {
  const isMoreLeft = () =>
    queryExists(tx)`select 1 from audit_seals where no > ${converted} limit 1`
  if (await isMoreLeft()) return
  await sql`select 1 from audit_sealing for update`.execute(tx)
  if (await isMoreLeft()) return
  await auditEvent(
    tx,
    { system: 'setup' },
    {
      action: 'reseal',
      area: 'accounts',
      after: { seals: converted, head: replaced, findings },
    },
  )
  const entry = (await queryFirst(tx)<DigestedEntry>`
    select e.id, encode(${digestOfEntry}, 'hex') as digest from audit_entries as e
    where e.area = 'accounts' and e.action = 'reseal' order by e.id desc limit 1`) as DigestedEntry
  await appendSeal(tx, [entry])
  await sql`
    update audit_sealing set above = array(select unnest(above || ${entry.id}::bigint) order by 1)
  `.execute(tx)
  await sql`delete from audit_conversion`.execute(tx)
}
