import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '@steward/i18n/sentence'
import type { Config } from './config.ts'
import { OperatorError } from './operator-error.ts'

/** The file of the data directory that holds the key where no setting does. */
export const secretKeyFile = 'secret.key'

/** What is encrypted or hashed with a key that the database doesn't hold. */
export interface Secrets {
  /** The fingerprints of the present key and, where the settings give one, the previous key. */
  readonly fingerprints: readonly [string, ...string[]]
  /**
   * Encrypts a text (AES-256-GCM) with the present key.
   * @param context what the text belongs to; it can be decrypted only with the same context
   */
  seal(text: string, context: string): Buffer
  /** Decrypts a text; throws if it was encrypted with another key, neither present nor previous, or context. */
  unseal(sealed: Buffer, context: string): string
  /** Like `unseal`, but null where that throws: of what goes on without the secret. */
  tryUnseal(sealed: Buffer, context: string): string | null
  /** Encrypts anew what the previous key encrypted; null for what the present one did. Throws like `unseal`. */
  reseal(sealed: Buffer, context: string): Buffer | null
  /** A keyed hash (HMAC-SHA-256) by the present key: who has the database alone can't try texts against it. */
  mac(purpose: string, text: string): Buffer
  /**
   * The hash by the present key, then by the previous one and by retired ones, to compare a stored one with.
   * @param retired what `retire` returned for this purpose
   */
  macs(purpose: string, text: string, retired?: readonly Buffer[]): [Buffer, ...Buffer[]]
  /** What the previous key hashes with for a purpose, encrypted with the present key under `retiredContext`. */
  retire(purpose: string): Buffer
}

type KeySettings = Pick<Config, 'dataDir' | 'secretKey'> & {
  previousSecretKey?: string | undefined
}

/** The context of what stands for a retired key. */
export const retiredContext = (purpose: string): string => `retired ${purpose}`

/**
 * Opens the key that secrets at rest are encrypted with: `SECRET_KEY`, or the file `secret.key` of
 * the data directory, made at the first start for its owner's eyes only; beside it `SECRET_KEY_PREVIOUS`.
 * @throws {OperatorError} where the file can't be made or read
 */
export async function openSecrets(settings: KeySettings): Promise<Secrets> {
  const present = (await readSecretKey(settings)) ?? (await makeKey(settings.dataDir))
  const given = settings.previousSecretKey
  const previous = given === present ? undefined : given
  const encryption = derive(present, 'encryption')
  const decryption = previous ? [encryption, derive(previous, 'encryption')] : [encryption]

  const seal: Secrets['seal'] = (text, context) => encrypt(encryption, text, context)
  const tryUnseal: Secrets['tryUnseal'] = (sealed, context) => {
    for (const key of decryption) {
      const text = decrypt(key, sealed, context)
      if (text !== null) return text
    }
    return null
  }
  const unseal: Secrets['unseal'] = (sealed, context) => {
    const text = tryUnseal(sealed, context)
    if (text !== null) return text
    throw new Error(
      'A secret at rest does not open: SECRET_KEY, or the file secret.key of the data directory, is not the one that it was encrypted with.',
    )
  }
  const macs: Secrets['macs'] = (purpose, text, retired = []) => {
    const older = retired.map((key) => Buffer.from(unseal(key, retiredContext(purpose)), 'base64'))
    if (previous) older.unshift(derive(previous, purpose))
    return [hmac(derive(present, purpose), text), ...older.map((key) => hmac(key, text))]
  }
  return {
    fingerprints: previous
      ? [keyFingerprint(present), keyFingerprint(previous)]
      : [keyFingerprint(present)],
    seal,
    unseal,
    tryUnseal,
    reseal: (sealed, context) =>
      decrypt(encryption, sealed, context) === null ? seal(unseal(sealed, context), context) : null,
    mac: (purpose, text) => hmac(derive(present, purpose), text),
    macs,
    retire: (purpose) => {
      if (!previous) throw new Error('there is no previous key')
      return seal(derive(previous, purpose).toString('base64'), retiredContext(purpose))
    },
  }
}

function encrypt(key: Buffer, text: string, context: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Returns null where the text was encrypted with another key or context. */
function decrypt(key: Buffer, sealed: Buffer, context: string): string | null {
  const options = { authTagLength: 16 }
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), options)
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16))
  try {
    return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const derive = (master: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', master, 'steward', purpose, 32))

/**
 * The key itself, for a backup; null where there is none yet.
 * @throws {OperatorError} where its file can't be read
 */
export async function readSecretKey({
  dataDir,
  secretKey,
}: Pick<Config, 'dataDir' | 'secretKey'>): Promise<string | null> {
  if (secretKey) return secretKey
  const path = join(dataDir, secretKeyFile)
  try {
    return await readKey(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw problemWith(path, error)
  }
}

/** A value that differs between keys and reveals nothing of the key. */
export const keyFingerprint = (key: string): string =>
  derive(key, 'fingerprint').subarray(0, 8).toString('hex')

/** Whether two texts are equal, in a time that reveals nothing about them. */
export function sameSecret(secrets: Secrets, one: string, other: string): boolean {
  return timingSafeEqual(secrets.mac('comparison', one), secrets.mac('comparison', other))
}

async function readKey(path: string): Promise<string> {
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < 32) throw new Error('it holds no key')
  return key
}

/** Writes a key file atomically and never over an existing one, so that two starts at once get the same key. */
async function makeKey(dataDir: string): Promise<string> {
  const path = join(dataDir, secretKeyFile)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const key = `${randomBytes(32).toString('base64url')}\n`
    await writeFile(temporary, key, { flag: 'wx', mode: 0o600, flush: true })
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    return await readKey(path)
  } catch (error) {
    throw problemWith(path, error)
  } finally {
    await rm(temporary, { force: true }).catch(() => {})
  }
}

const problemWith = (path: string, error: unknown) =>
  new OperatorError(
    say("The key file {path} can't be used: {reason}. Mend it, or set SECRET_KEY.", {
      path,
      reason: error instanceof Error ? error.message : String(error),
    }),
  )
