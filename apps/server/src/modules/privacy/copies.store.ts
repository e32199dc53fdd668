import { erasedName } from '@steward/contract/privacy/places'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import { namesBeside } from '../audit-log/erasure-values.store.ts'
import type { Identifiers } from './identifiers.ts'

const tables = ['proposal_records', 'consent_records'] as const
const parts = ['before', 'after'] as const

/** The parts of a copied record, with the name and the id beside it that each may hold. */
const named = parts.flatMap((part) =>
  Object.entries(namesBeside).map(([name, id]) => ({ part, name, id })),
)

/** Who is named in how something was done, with their id beside the name. */
const viaPeople = ['{consent,by}', '{loan,grantedBy}', '{proposal,by}'] as const

/** Replaces a person's name in how jobs and exports of others came about: who agreed, lent or proposed. */
async function eraseFromVia(tx: Db, person: string): Promise<number> {
  let count = 0
  for (const table of ['jobs', 'exports'] as const)
    for (const path of viaPeople) {
      const named = sql`via #> ${path}::text[]`
      const { numAffectedRows } = await sql`
        update ${sql.table(table)}
        set via = jsonb_set(via, ${path}::text[], ${named} || jsonb_build_object('name', ${erasedName}::text))
        where ${named} ->> '_id' = ${person} and ${named} ->> 'name' <> ${erasedName}`.execute(tx)
      count += Number(numAffectedRows ?? 0)
    }
  return count
}

/**
 * Forgets what was asked and shown when the account itself was to be made. Its id isn't known then, so that its address tells
 * whose it is, or that an entry about the person names the consent.
 */
async function eraseFromCreations(
  tx: Db,
  person: string,
  { names, addresses }: Identifiers,
): Promise<number> {
  const consents = await queryColumn(tx)`
    select distinct consent from (
      select e.via #>> '{consent,_id}' as consent from audit_entries as e where e.record_id = ${person}::uuid
      union all
      select e.via #>> '{consent,_id}' from audit_batch_records as line
      join audit_entries as e on e.id = line.entry_id where line.record_id = ${person}::uuid
    ) as named where consent is not null`
  const isSame = (value: RawBuilder<unknown>, texts: readonly string[]) =>
    sql`lower(${value}) = any(${texts.map((text) => text.toLowerCase())}::text[])`
  const isOf = (fields: RawBuilder<unknown>, consent: RawBuilder<unknown>) => sql`(
    ${isSame(sql`${fields} ->> 'email'`, addresses)} or ${isSame(sql`${fields} ->> 'phone'`, addresses)}
    or ${consent} = any(${consents}::uuid[]) and ${isSame(sql`${fields} ->> 'name'`, names)})`
  const shown = await sql`
    delete from consent_records using consents
    where consents.id = consent_id and consents.area = 'users'
      and ${isOf(sql`coalesce(after, before)`, sql`consent_id`)}`.execute(tx)
  const asked = await sql`
    update consents set asked = null
    where area = 'users' and ${isOf(sql`(asked -> 'body')`, sql`id`)}`.execute(tx)
  return Number(shown.numAffectedRows ?? 0) + Number(asked.numAffectedRows ?? 0)
}

/**
 * Takes a person's name from the copies of records that proposals and requests for consent hold, where it stands beside their
 * id, and from how jobs and exports came about, and forgets what was asked to be done with the account itself. Few are kept, so that each table is gone through at once.
 * @returns how many rows changed
 */
export async function eraseFromCopies(
  tx: Db,
  person: string,
  identifiers: Identifiers,
): Promise<number> {
  let count = (await eraseFromVia(tx, person)) + (await eraseFromCreations(tx, person, identifiers))
  for (const table of tables) {
    const holds = ({ part, name, id }: (typeof named)[number]) =>
      sql`(${sql.ref(part)} ->> ${id} = ${person} and ${sql.ref(part)} ->> ${name} <> ${erasedName})`
    const values = parts.map((part) => {
      const replaced = named
        .filter((each) => each.part === part)
        .map(
          (each) =>
            sql`case when ${holds(each)} then jsonb_build_object(${each.name}::text, ${erasedName}::text) else '{}' end`,
        )
      return sql`${sql.ref(part)} = ${sql.ref(part)} || ${sql.join(replaced, sql` || `)}`
    })
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.join(values)}
      where ${sql.join(named.map(holds), sql` or `)}`.execute(tx)
    count += Number(numAffectedRows ?? 0)
  }
  const { numAffectedRows } = await sql`
    update consents set asked = null
    where area = 'users' and asked::text like ${`%${person}%`}`.execute(tx)
  return count + Number(numAffectedRows ?? 0)
}
