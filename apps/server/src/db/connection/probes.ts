import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { type Db, reasonOf } from './connection.ts'
import { identify, Servers } from './servers.ts'

/**
 * Tries the standby that is read from.
 * @returns what is wrong with it, in a sentence; undefined where it can be used, or none is set
 */
export async function probeStandby(
  db: Db,
  { readUrl }: Pick<Config, 'readUrl'>,
): Promise<Said | undefined> {
  if (!readUrl) return undefined
  const { rows } = await sql<{ needed: string }>`
    select pg_current_wal_flush_lsn()::text as needed`.execute(db)
  const needed = rows[0]?.needed
  let client: pg.Client | undefined
  try {
    client = new pg.Client({
      connectionString: await new Servers(readUrl, 'standby').find(),
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    client.on('error', () => {})
    await client.connect()
    if (!(await identify(client)).isStandby)
      return msg(
        'DATABASE_READ_URL leads to a server that is no standby; the primary is read from.',
      )
    const behind = await client.query<{ bytes: string }>(
      'select $1::pg_lsn - pg_last_wal_replay_lsn() as bytes',
      [needed],
    )
    const bytes = Number(behind.rows[0]?.bytes)
    if (bytes <= maxBehindBytes) return undefined
    return say(
      'The standby of DATABASE_READ_URL is {bytes} bytes of the log behind; the primary is read from meanwhile.',
      { bytes },
    )
  } catch (error) {
    return say("The standby of DATABASE_READ_URL can't be reached: {reason}.", {
      reason: reasonOf(error),
    })
  } finally {
    await client?.end().catch(() => {})
  }
}

/** What a standby that keeps up may be behind at any moment. */
const maxBehindBytes = 16_000_000

/**
 * Looks how the sessions behind a pooler begin, which Steward can't tell them.
 * @returns what is wrong, in a sentence; undefined where nothing is
 */
export async function probePooler(
  db: Db,
  { databasePooler }: Pick<Config, 'databasePooler'>,
): Promise<Said | undefined> {
  if (!databasePooler) return undefined
  const { rows } = await sql<{ jit: string; role: string }>`
    select current_setting('jit') as jit, current_user::text as role`.execute(db)
  if (rows[0]?.jit === 'off') return undefined
  return say(
    'JIT compilation is on behind the pooler, which makes lists slow: alter role {role} set jit = off.',
    { role: rows[0]?.role },
  )
}
