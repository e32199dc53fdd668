import { erasedName } from '@steward/contract/privacy/places'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { namesBeside } from '../audit-log/erase.store.ts'

const tables = ['proposal_records', 'consent_records'] as const
const parts = ['before', 'after'] as const

/** The parts of a copied record, with the name and the id beside it that each may hold. */
const named = parts.flatMap((part) =>
  Object.entries(namesBeside).map(([name, id]) => ({ part, name, id })),
)

/**
 * Takes a person's name from the copies of records that proposals and requests for consent hold, where it stands beside their
 * id, and forgets what was asked to be done with the account itself. Few are kept, so that each table is gone through at once.
 * @returns how many rows changed
 */
export async function eraseFromCopies(tx: Db, person: string): Promise<number> {
  let count = 0
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
