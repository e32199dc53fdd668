import type { UserType } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import { type SqlBool, sql } from 'kysely'
import { hasSealsToConvert } from '../../db/audit-chain/convert-seals.ts'
import { commitmentOfPath, saltOfPath, valuesOfEntry } from '../../db/audit-chain/digest.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn } from '../../db/connection/query.ts'
import { type Actor, auditEvent } from '../../db/write/audit.ts'
import { conflict } from '../../http/failure.ts'
import {
  type ErasedPerson,
  type Erasure,
  type ErasureKind,
  ofPerson,
  olderThan,
  valuesToErase,
} from './erasure-values.store.ts'

/** How many entries a batch looks at, and how many values it erases at the most; one entry may hold more. */
const batch = { entries: 2_000, values: 5_000 }

export type ErasureCounts = Record<ErasureKind, number>

const noCounts = (): ErasureCounts => ({ acts: 0, record: 0, named: 0, content: 0, mentioned: 0 })

/** How many values {@link eraseFromEntries} would erase, by kind. Reads the whole log. */
export async function countInEntries(db: Db, who: ErasedPerson): Promise<ErasureCounts> {
  const rows = await queryAll(db)<{ kind: ErasureKind; n: number }>`
    select kind, count(*) as n from (${valuesToErase(ofPerson(who), sql`true`)}) as value group by kind`
  return { ...noCounts(), ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) }
}

export interface ErasedBatch {
  /** The last entry that was looked at, behind which the next batch begins; null at the end of the log. */
  last: number | null
  /** How many entries lost values. */
  entries: number
  /** How many values, by kind. */
  values: ErasureCounts
}

/**
 * Erases what the entries behind `after` hold of a person, one batch, and writes an entry that names what went, by which
 * `steward audit verify` tells erased from forged. Nothing is sealed until the transaction ends. What a transaction commits behind
 * the batch meanwhile is left: go through the log once more, until nothing is found.
 * @param after the `last` of the batch before; 0 for the first
 * @throws {Failure} `conflict` as long as there are seals of the version before
 */
export const eraseFromEntries = (
  tx: Db,
  actor: Actor,
  who: ErasedPerson,
  after: number,
): Promise<ErasedBatch> => eraseBatch(tx, actor, ofPerson(who), after, who.person)

/** As {@link eraseFromEntries}, of names, addresses and IP addresses in entries older than so many days. */
export const eraseOldValues = (
  tx: Db,
  actor: Actor,
  days: number,
  after: number,
): Promise<ErasedBatch> => eraseBatch(tx, actor, olderThan(days), after, null)

async function eraseBatch(
  tx: Db,
  actor: Actor,
  erasure: Erasure,
  after: number,
  person: string | null,
): Promise<ErasedBatch> {
  // Others may neither erase from the same entries nor seal meanwhile, as a server of the version before would in the clear.
  await sql`select 1 from audit_sealing for update`.execute(tx)
  if (await hasSealsToConvert(tx))
    throw conflict(
      say(
        'The audit log still has seals of the version before. Stop its servers, run {command}, then try again.',
        { command: 'steward migrate' },
      ),
    )
  const seen = await queryColumn(tx)<number>`
    select e.id from audit_entries as e where e.id > ${after}::bigint and ${erasure.within}
    order by e.id limit ${batch.entries}::int`
  const lastSeen = seen.at(-1)
  const values = noCounts()
  if (lastSeen === undefined) return { last: null, entries: 0, values }
  const between = sql<SqlBool>`e.id > ${after}::bigint and e.id <= ${lastSeen}::bigint and ${erasure.within}`
  const rows = await queryAll(tx)<{ id: number; path: string; kind: ErasureKind }>`
    ${valuesToErase(erasure, between)} order by e.id, held.path`
  const paths = new Map<number, string[]>()
  let last = lastSeen
  for (const [n, { id, path, kind }] of rows.entries()) {
    const of = paths.get(id)
    if (!of && n >= batch.values) {
      last = id - 1
      break
    }
    paths.set(id, [...(of ?? []), path])
    values[kind] += 1
  }
  if (paths.size > 0) await erase(tx, actor, person, Object.fromEntries(paths), values)
  return { last, entries: paths.size, values }
}

async function erase(
  tx: Db,
  actor: Actor,
  person: string | null,
  paths: Record<number, string[]>,
  values: ErasureCounts,
): Promise<void> {
  await sql`
    with split as materialized (
      select e.id,
        coalesce(jsonb_object_agg(held.path, ${saltOfPath}) filter (where not goes.paths ? held.path), '{}') as salts,
        jsonb_object_agg(held.path, ${commitmentOfPath}) filter (where goes.paths ? held.path) as erased
      from (
        select key::bigint as id, value as paths from jsonb_each(${JSON.stringify(paths)}::jsonb)
      ) as goes join audit_entries as e on e.id = goes.id cross join lateral ${valuesOfEntry} as held
      group by e.id
    )
    select steward_erase(jsonb_object_agg(id::text, jsonb_build_object('salts', salts, 'erased', erased))) from split
  `.execute(tx)
  const types = await queryColumn(tx)<UserType>`select type from users where id = ${person}::uuid`
  await auditEvent(tx, actor, {
    action: 'erase',
    area: 'users',
    ...(person !== null && { record: { id: person, title: '' } }),
    after: {
      entries: Object.keys(paths).length,
      values: Object.values(values).reduce((sum, n) => sum + n),
    },
    personTypes: types.length > 0 ? types : null,
    internal: { erased: paths },
  })
}
