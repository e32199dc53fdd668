import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../db/connection/connection.ts'
import { OutcomeUnknown } from '../db/connection/failures.ts'
import { Failure } from '../http/failure.ts'
import { Queue } from '../queue.ts'
import { squarePicture } from './images.ts'
import { countUnused, forgetUploaded, noteUploaded } from './uploaded.store.ts'
import type { Files } from './uploaded-files.ts'

export interface Pictures {
  /**
   * Saves a picture for `work`, which writes its URL; if that fails, removes it. A replaced file stays for an
   * undo.
   * @throws {Failure} as {@link squarePicture}, {@link decodeQueue}, and `too_many` beyond the quota
   */
  keep<R>(
    bytes: Uint8Array | undefined,
    person: string,
    work: (url: string | undefined) => Promise<R>,
  ): Promise<R>
}

const decodeLimits = { waiting: 8, perPerson: 2, waitMs: 10_000 }

const busy = msg('The server is busy with other pictures. Please try again soon.')

/** Decodes one picture at a time, as each may need hundreds of MB. Refuses with 503 or, by person, 429. */
export const decodeQueue = (limits = decodeLimits): Queue =>
  new Queue({
    ...limits,
    concurrency: 1,
    refuse: (reason) => {
      const tooMany = say(
        '{count} of your pictures are still being processed. Please try again in a moment.',
        { count: limits.perPerson },
      )
      return reason === 'person'
        ? new Failure('too_many', tooMany, { retryAfter: 5 })
        : new Failure('not_ready', busy, { retryAfter: 10 })
    },
  })

/** How many days a picture is kept for an undo once no record holds it. */
export const daysKept = 30

/** How many pictures of a person within {@link daysKept} may be without a record. */
const pictureQuota = { files: 500, bytes: 50 * 1_048_576 }
export type PictureQuota = typeof pictureQuota

export function openPictures(db: Db, files: Files, quota = pictureQuota): Pictures {
  const queue = decodeQueue()
  const mustHaveRoom = async (person: string) => {
    const since = new Date(Date.now() - daysKept * 86_400_000)
    const unused = await countUnused(db, person, since, quota)
    if (unused.files < quota.files && unused.bytes < quota.bytes) return
    throw new Failure(
      'too_many',
      say(
        'You have replaced {count} pictures in {days} days. They are kept in case you undo this, so please try again another day.',
        { count: unused.files, days: daysKept },
      ),
      { retryAfter: 86_400 },
    )
  }
  return {
    keep: async (bytes, person, work) => {
      if (!bytes) return await work(undefined)
      await mustHaveRoom(person)
      const picture = await queue.run(() => squarePicture(bytes), { person })
      const url = await files.save(picture, 'webp')
      try {
        const created_at = new Date().toISOString()
        await noteUploaded(db, [{ url, user_id: person, size: picture.length, created_at }])
        return await work(url)
      } catch (error) {
        // The record may be saved; if it isn't, the retention finds the file.
        if (error instanceof OutcomeUnknown) throw error
        await files.remove(url)
        // A row without its file does no harm.
        await forgetUploaded(db, url).catch(() => {})
        throw error
      }
    },
  }
}
