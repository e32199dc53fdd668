import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { UserType } from '@steward/contract/users/users'
import type { Db } from '../../db/connection/connection.ts'
import { mayShowEntry } from './audit-log.rules.ts'
import type { Columns, Visible } from './audit-log.store.ts'
import { entriesSeen } from './scoped-entries.store.ts'

interface Entry {
  id: number
  area: AuditArea
  person_types: readonly UserType[] | null
  before?: Columns | null
  after?: Columns | null
}

/** Of some entries, those that somebody may see, without what is hidden from them. */
export const entriesShownTo = async <E extends Entry>(
  db: Db,
  entries: readonly E[],
  visible: Visible,
): Promise<E[]> =>
  await entriesSeen(
    db,
    entries.filter((entry) => mayShowEntry(entry, visible)),
    visible.scope,
  )
