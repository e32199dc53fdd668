import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'
import { secretContext } from './webhooks.rules.ts'
import { lockSecrets, setSecrets } from './webhooks.store.ts'

const batch = 100
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts the secrets of webhooks with the present key that the previous one encrypted, also of deleted webhooks.
 * @returns how many were encrypted anew, and how many open with neither key
 */
export async function resealWebhooks(db: Db, secrets: Secrets) {
  const sum = { resealed: 0, unopened: 0 }
  for (let after: string | undefined = beforeAll; after !== undefined; ) {
    const from: string = after
    after = await db.transaction().execute(async (tx) => {
      const rows = await lockSecrets(tx, from, batch)
      for (const { id, secret, previous_secret } of rows) {
        const context = secretContext(id)
        const again = (sealed: Buffer) => {
          try {
            const fresh = secrets.reseal(sealed, context)
            if (fresh) sum.resealed += 1
            return fresh ?? sealed
          } catch {
            sum.unopened += 1
            return sealed
          }
        }
        const previous = previous_secret && again(previous_secret)
        await setSecrets(tx, { id, secret: again(secret), previous_secret: previous })
      }
      return rows.at(-1)?.id
    })
  }
  return sum
}
