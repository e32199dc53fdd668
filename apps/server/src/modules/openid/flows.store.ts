import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'

export type Flow = Selectable<Tables['openid_flows']>

/** How long somebody may take at the provider, in minutes. */
const flowMinutes = 10

/** How many flows may be under way. */
const maxFlows = 10_000

/**
 * Keeps a flow that goes to a provider. Beyond `max` flows, the oldest one of the network with the most flows ends, so that
 * no network ends those of others.
 */
export async function keepFlow(
  db: Db,
  flow: Omit<Flow, 'started_at' | 'expires_at'>,
  max = maxFlows,
): Promise<void> {
  await sql`
    delete from openid_flows where state_hash in (
      select state_hash from (
        select state_hash, started_at,
          row_number() over (partition by network order by started_at desc, state_hash) as place
        from openid_flows
        -- Below the limit, nothing is sorted.
        where (select count(*) from openid_flows) >= ${max}::int
      ) as flow
      order by place, started_at desc offset ${max - 1}::int limit 100
    )`.execute(db)
  await db
    .insertInto('openid_flows')
    .values({ ...flow, expires_at: sql`now() + make_interval(mins => ${flowMinutes})` })
    .execute()
}

/** Takes a flow, which is gone with that; undefined where there is none, or it has expired. */
export async function takeFlow(db: Db, stateHash: Buffer): Promise<Flow | undefined> {
  const flow = await queryFirst(db)<Flow & { alive: boolean }>`
    delete from openid_flows where state_hash = ${stateHash}
    returning *, expires_at > now() as alive`
  return flow?.alive ? flow : undefined
}

/** Removes flows that have expired, at most 10,000 at once; returns how many. */
export async function forgetFlows(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from openid_flows where state_hash in (
      select state_hash from openid_flows where expires_at < now() limit 10000)`.execute(db)
  return Number(numAffectedRows)
}
