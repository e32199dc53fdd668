import type { AreaName } from '@steward/contract/areas/areas'
import { msg } from '@steward/i18n/reader'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { tableOf } from '../schema/tables.ts'
import { type AuditEvent, auditAreaOf, type Change } from './audit-lines.ts'
import type { Loan } from './loan.ts'

/** A change that needs a loan which there isn't, or isn't any more; `said` is for who acts. */
export class NotLent extends Error {
  readonly said: string

  constructor(said: string) {
    super(said)
    this.said = said
  }
}

/**
 * The loan under which a record may be changed; undefined where the call needs none. A call that was let through by a
 * loan may change nothing else.
 * @param lent the loans by which the call was let through
 * @throws {NotLent} for a record that isn't on loan
 */
function loanFor(
  lent: readonly Loan[] | null | undefined,
  isOf: (area: AreaName) => boolean,
  id: string | null,
  isNew: boolean,
): Loan | undefined {
  if (!lent || lent.length === 0) return undefined
  const found = lent.find(
    ({ area, ids }) => isOf(area) && (ids === null ? isNew : id !== null && ids.includes(id)),
  )
  if (found) return found
  throw new NotLent(msg('This is only on loan to you for other records. Ask for it on this one.'))
}

/** {@link loanFor} a change. */
export const loanForChange = (
  lent: readonly Loan[] | null | undefined,
  { table, before, after }: Pick<Change, 'table' | 'before' | 'after'>,
): Loan | undefined =>
  loanFor(
    lent,
    (area) => tableOf(area) === table,
    (after ?? before) && ((after ?? before) as { id: string }).id,
    before === null,
  )

/** {@link loanFor} an event about a record. */
export const loanForEvent = (
  lent: readonly Loan[] | null | undefined,
  { area, record }: AuditEvent,
): Loan | undefined =>
  loanFor(lent, (name) => auditAreaOf(tableOf(name)) === area, record?.id ?? null, false)

const grants = (source: string, lent: string): RawBuilder<SqlBool> => {
  const [role, loan] = [sql.raw(source), sql.raw(lent)]
  return sql`(
    ${role}.system or jsonb_path_exists(
      ${role}.permissions,
      '$[*] ? (@.module == $m).submodules[*] ? (@.name == $s).actions.keyvalue() ? (@.key == $a && @.value == true)',
      jsonb_build_object('m', ${loan}.module, 's', ${loan}.submodule, 'a', ${loan}.action)
    )
  )`
}

/** Whether a temporary role, joined as `held`, stands at this moment. */
export const isHeldNow = sql<SqlBool>`(held.ended_at is null and held.until > now())`

/** Whether who granted the loan joined as `loan` still holds its permission, by a role and not by a loan. */
export const granterHolds = sql<SqlBool>`exists (
  select 1 from users as granter
  join roles as own on own.id = granter.role_id and own.status = 'active'
  join roles as source on source.status = 'active' and (
    source.id = granter.role_id
    or source.id in (
      select held.role_id from temporary_roles as held
      where held.user_id = granter.id and ${isHeldNow}))
  where granter.id = loan.decided_by and granter.deleted_at is null
    and granter.type = 'admin' and granter.status = 'active' and ${grants('source', 'loan')}
)`

/** Whether the loan joined as `loan` permits something at this moment. */
export const isActiveLoan = sql<SqlBool>`(
  loan.status = 'granted' and loan.ends_at > now() and ${granterHolds}
)`

/**
 * Counts a use of each loan in the transaction of the change; a loan for one use ends with it. Of two changes at once
 * under such a loan, the second finds it ended.
 * @throws {NotLent} where one has ended since the call was let through
 */
export async function useLoans(tx: Db, ids: readonly string[]): Promise<void> {
  // In order, so that two changes don't wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    const { numAffectedRows = 0n } = await sql`
      update loans as loan set uses = uses + 1, updated_at = now(),
        status = case when one_use then 'ended' else status end,
        ended_how = case when one_use then 'use' end,
        ended_at = case when one_use then now() end
      where id = ${id} and ${isActiveLoan}`.execute(tx)
    if (numAffectedRows === 0n)
      throw new NotLent(msg('The loan under which you could do this has ended.'))
  }
}
