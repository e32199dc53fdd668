import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import type { Config } from '../config.ts'
import { Outage } from '../http/failure.ts'
import { openStorage } from './open-storage.ts'

/** What a bucket says, and what that means for the person who set it. */
const meanings: Record<string, string> = {
  InvalidAccessKeyId: msg('does not know the key of S3_URL'),
  SignatureDoesNotMatch: msg('refuses the secret of S3_URL, or its region is another'),
  AccessDenied: msg('does not let this key write, read and remove objects'),
  NoSuchBucket: msg('is not there: the server of S3_URL has none of that name'),
  PermanentRedirect: msg('is in another region: add ?region= to S3_URL'),
  AuthorizationHeaderMalformed: msg('is in another region: add ?region= to S3_URL'),
  RequestTimeTooSkewed: msg('refuses the time of this machine: set its clock'),
  ECONNREFUSED: msg('can’t be reached: nothing answers at the host and port of S3_URL'),
  ENOTFOUND: msg('can’t be reached: the host of S3_URL is not known'),
  ETIMEDOUT: msg('can’t be reached: the host of S3_URL doesn’t answer'),
}

/**
 * Writes, reads and removes a file where uploaded files are kept.
 * @returns what is wrong, in one sentence; null for nothing
 */
export async function checkStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<Said | null> {
  const place = config.s3
    ? nested(msg('The bucket of S3_URL'))
    : say('The folder of files in {dataDir}', { dataDir: config.dataDir })
  const name = `imports/check-${randomUUID()}` as const
  try {
    const storage = await openStorage(config)
    await storage.save(name, Buffer.from(name))
    const stored = await storage.read(name)
    const isSame = stored !== null && (await text(stored.bytes)) === name
    await storage.remove(name)
    return isSame ? null : say('{place} does not give back what was written to it.', { place })
  } catch (error) {
    const { message } = (error instanceof Outage ? error.cause : error) as Error
    const code = Object.keys(meanings).find((each) => message.endsWith(each))
    const problem = code
      ? nested(meanings[code] ?? code)
      : say('can’t be used: {message}', { message })
    return say('{place} {problem}.', { place, problem })
  }
}
