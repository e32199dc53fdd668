import type { Db } from '../../db/connection/connection.ts'

/**
 * Keeps the secret of codes that are being set up; what is on stays on.
 * @param pending the sealed secret
 */
export async function keepPendingTotp(
  db: Db,
  user: string,
  { pending, until }: { pending: Buffer; until: string },
): Promise<void> {
  const set = { pending, pending_until: until }
  await db
    .insertInto('totp')
    .values({ user_id: user, ...set })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
    .execute()
}

/** The sealed secret that is being set up, locked until the transaction ends. */
export async function lockPendingTotp(
  tx: Db,
  user: string,
): Promise<{ pending: Buffer | null; pending_until: string | null } | undefined> {
  return await tx
    .selectFrom('totp')
    .select(['pending', 'pending_until'])
    .where('user_id', '=', user)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Turns on what was being set up.
 * @param step the step of the code that confirmed it, which is used up by it
 */
export async function activateTotp(
  tx: Db,
  user: string,
  { secret, step }: { secret: Buffer; step: number },
): Promise<void> {
  await tx
    .updateTable('totp')
    .set({
      secret,
      since: new Date().toISOString(),
      last_step: step,
      pending: null,
      pending_until: null,
    })
    .where('user_id', '=', user)
    .execute()
}

/** The sealed secret of a person's codes; null where they are off. */
export async function findTotpSecret(db: Db, user: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('totp')
    .select('secret')
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.secret ?? null
}

/** Steps (of 30 seconds) by which none is ahead of another but where the clock was set back between them. */
const fromAnotherClock = 10

/**
 * Uses the code of a step up, and every older one with it.
 * @returns false where it, or a newer one, was used already: of many requests with it one gets true
 */
export async function advanceTotp(
  db: Db,
  user: string,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> {
  const used = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', user)
    .where('secret', '=', secret)
    .where(({ or, eb }) =>
      or([eb('last_step', '<', step), eb('last_step', '>', step + fromAnotherClock)]),
    )
    .executeTakeFirst()
  return Number(used.numUpdatedRows) === 1
}

/** Turns codes of an app off. @returns whether they were on, or being set up */
export async function removeTotp(tx: Db, user: string): Promise<boolean> {
  const removed = await tx.deleteFrom('totp').where('user_id', '=', user).executeTakeFirst()
  return Number(removed.numDeletedRows) === 1
}
