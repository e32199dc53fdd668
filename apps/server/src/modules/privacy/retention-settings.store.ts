import type { RetentionArea } from '@steward/contract/privacy/places'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'

/** The retention policy: days by area, null to keep it. */
export type RetentionDays = Record<RetentionArea, number | null>

/** What removes things after their time, on this server. */
export interface RetentionRun {
  /** The days of what nobody has set, which the environment or a constant says. */
  usual: RetentionDays
  /** When it next removes something, in ISO 8601; null where it never does. */
  next(): string | null
}

/** The usual days; those of deleted records are of the environment, 0 to keep them. */
export const usualDays = (trashDays: number): RetentionDays => ({
  sessions: 90,
  trash: trashDays === 0 ? null : trashDays,
  imports: 7,
  auditLog: null,
})

interface Stored {
  days: Partial<RetentionDays>
  version: number
}

const none: Stored = { days: {}, version: 0 }

/** The days that count. `TRASH_DAYS=0` keeps deleted records whatever is set, for whoever looks for one that is gone. */
const withUsual = ({ days, version }: Stored, usual: RetentionDays) => ({
  days: {
    ...usual,
    ...days,
    ...(usual.trash === null && { trash: null }),
  },
  version,
})

export const findRetention = async (db: Db, usual: RetentionDays) =>
  withUsual(
    (await queryFirst(db)<Stored>`select days, version from retention_settings`) ?? none,
    usual,
  )

/** Reads the settings and locks them until the transaction ends. */
export async function lockRetention(tx: Db, usual: RetentionDays) {
  await sql`insert into retention_settings (version) values (0) on conflict do nothing`.execute(tx)
  const stored = await queryFirst(tx)<Stored>`
    select days, version from retention_settings for update`
  return withUsual(stored ?? none, usual)
}

export async function keepRetention(tx: Db, { days, version }: Stored): Promise<void> {
  await sql`
    update retention_settings
    set days = ${JSON.stringify(days)}::jsonb, version = ${version}, updated_at = now()`.execute(tx)
}
