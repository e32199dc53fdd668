import { say } from '@steward/i18n/sentence'
import type { Config } from '../../config.ts'
import { withAdvisoryLock } from '../../db/connection/advisory-lock.ts'
import type { Connection, Db } from '../../db/connection/connection.ts'
import { type Resealed, resealColumns, type SealedColumn } from '../../db/sealed-columns.ts'
import { OperatorError } from '../../operator-error.ts'
import { openSecrets, readSecretKey, type Secrets } from '../../secrets.ts'
import {
  forgetOtherKeys,
  hasProviderSecret,
  keysInUse,
  noteKeyInUse,
  noteKeyRetired,
  recoveryPurpose,
  resealRetiredKeys,
} from './secret-keys.store.ts'
import { hasTotp, opensTotp, totpSecrets } from './totp.store.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKey'>

/**
 * Opens the key of this installation and holds it to the database, which knows the fingerprints of the keys that its
 * secrets are encrypted with. A database that knows none takes this one, unless it holds a secret that doesn't open.
 * @throws {OperatorError} where secrets of the database are encrypted with a key that the settings don't give
 */
export const claimSecretKey = (
  connection: Pick<Connection, 'db' | 'engine'>,
  config: KeyConfig,
): Promise<Secrets> =>
  withAdvisoryLock(connection, async () => {
    const { db } = connection
    const secrets = (await checkSecretKey(db, config)) ?? (await openSecrets(config))
    const [present, ...previous] = secrets.fingerprints
    const isFirst = (await keysInUse(db)).length === 0
    for (const fingerprint of isFirst ? [present, ...previous] : [present])
      await noteKeyInUse(db, fingerprint)
    return secrets
  })

/**
 * Opens the key of this installation where it has one that fits the database; null where it has none, and the
 * database knows none. Changes nothing.
 * @throws {OperatorError} like `claimSecretKey`
 */
export async function checkSecretKey(db: Db, config: KeyConfig): Promise<Secrets | null> {
  const inUse = await keysInUse(db)
  // A key that would be refused is not even made.
  if ((await readSecretKey(config)) === null) {
    if (inUse.length > 0 || (await hasTotp(db)) || (await hasProviderSecret(db)))
      throw otherKey(config)
    return null
  }
  const secrets = await openSecrets(config)
  const fits =
    inUse.length > 0
      ? inUse.every((fingerprint) => secrets.fingerprints.includes(fingerprint))
      : await opensTotp(db, secrets)
  if (!fits) throw otherKey(config)
  return secrets
}

const otherKey = ({ secretKey, dataDir }: KeyConfig) =>
  new OperatorError(
    say(
      'The secrets in this database are encrypted with another key than {key}: give every server the same SECRET_KEY, and the one before as SECRET_KEY_PREVIOUS while there are two; if that key is lost, run steward secrets adopt.',
      {
        key: secretKey
          ? 'SECRET_KEY'
          : say('that of {dataDir} (no SECRET_KEY is set)', { dataDir }),
      },
    ),
  )

/**
 * Encrypts with the present key whatever the previous one encrypted, in batches, and retires the previous one. Can be
 * repeated at any time, and while servers run.
 * @param others the columns with secrets of other modules
 * @throws {OperatorError} where the settings give no previous key
 */
export async function rotateSecrets(
  db: Db,
  secrets: Secrets,
  others: readonly SealedColumn[] = [],
): Promise<Resealed> {
  const [, previous] = secrets.fingerprints
  if (!previous) {
    throw new OperatorError(
      'There is nothing to rotate: set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one until now.',
    )
  }
  const sum = await resealColumns(db, secrets, [...totpSecrets, ...others])
  await db.transaction().execute(async (tx) => {
    await resealRetiredKeys(tx, secrets)
    await noteKeyRetired(tx, previous, secrets.retire(recoveryPurpose))
  })
  return sum
}

/** Lets the present key count from now on, whatever secrets of the database are encrypted with. */
export async function adoptSecretKey(
  { db }: Pick<Connection, 'db'>,
  config: KeyConfig,
): Promise<void> {
  const secrets = await openSecrets(config)
  await db.transaction().execute(async (tx) => {
    await noteKeyInUse(tx, secrets.fingerprints[0])
    await forgetOtherKeys(tx, secrets.fingerprints[0])
  })
}
