import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { Outage } from '../http/failure.ts'
import { openStorage } from './open-storage.ts'

/** What a bucket says, and what that means for the person who set it. */
const meanings: Record<string, string> = {
  InvalidAccessKeyId: 'does not know the key of S3_URL',
  SignatureDoesNotMatch: 'refuses the secret of S3_URL, or its region is another',
  AccessDenied: 'does not let this key write, read and remove objects',
  NoSuchBucket: 'is not there: the server of S3_URL has none of that name',
  PermanentRedirect: 'is in another region: add ?region= to S3_URL',
  AuthorizationHeaderMalformed: 'is in another region: add ?region= to S3_URL',
  RequestTimeTooSkewed: 'refuses the time of this machine: set its clock',
  ECONNREFUSED: 'can’t be reached: nothing answers at the host and port of S3_URL',
  ENOTFOUND: 'can’t be reached: the host of S3_URL is not known',
  ETIMEDOUT: 'can’t be reached: the host of S3_URL doesn’t answer',
}

/**
 * Writes, reads and removes a file where uploaded files are kept.
 * @returns what is wrong, in one sentence; null for nothing
 */
export async function checkStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<string | null> {
  const place = config.s3 ? 'The bucket of S3_URL' : `The folder of files in ${config.dataDir}`
  const name = `imports/check-${randomUUID()}` as const
  try {
    const storage = await openStorage(config)
    await storage.save(name, Buffer.from(name))
    const stored = await storage.read(name)
    const isSame = stored !== null && (await text(stored.bytes)) === name
    await storage.remove(name)
    return isSame ? null : `${place} does not give back what was written to it.`
  } catch (error) {
    const { message } = (error instanceof Outage ? error.cause : error) as Error
    const code = Object.keys(meanings).find((each) => message.endsWith(each))
    return `${place} ${code ? meanings[code] : `can’t be used: ${message}`}.`
  }
}
