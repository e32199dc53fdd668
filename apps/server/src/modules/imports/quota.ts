import { say } from '@steward/i18n/sentence'
import { conflict, Failure } from '../../http/failure.ts'
import { Queue } from '../../queue.ts'
import { findRetention, usualDays } from '../privacy/retention-settings.store.ts'
import type { ImportContext, StoredImport } from './import-files.ts'
import { deleteImport, findOldImports, findOwnImports, keptImports } from './imports.store.ts'

export function importQuota(context: ImportContext) {
  const { uploadsAPerson } = context.limits
  const said = say(
    'You are already uploading {count} files. Wait until one of them has finished.',
    { count: uploadsAPerson },
  )
  const uploads = new Queue({
    concurrency: Infinity,
    perPerson: uploadsAPerson,
    refuse: () => new Failure('too_many', said, { retryAfter: 10 }),
  })
  return {
    /** Runs `upload` with the failure if there is no room; throws `too_many` for many at once. */
    during: <R>(person: string, upload: (full: Failure | null) => Promise<R>): Promise<R> => {
      const own = uploads.of(person)
      const work = async () => upload(await lackOfRoom(context, person, own))
      return uploads.run(work, { person })
    },
  }
}

async function lackOfRoom(context: ImportContext, person: string, uploads: number) {
  const { db, files, limits } = context
  const { filesAPerson, bytesAPerson, bytesInAll, idleMs } = limits
  const imports = await findOwnImports(db, files.storageId, person, idleMs)
  let stored = await files.stored()
  const own = () => stored.filter(({ id }) => imports.some((each) => each.id === id))
  const isTooMany = () =>
    own().filter(({ kind }) => kind === 'file').length + uploads >= filesAPerson
  const isTooLarge = () => bytesOf(own()) >= bytesAPerson
  // Idle files are removed to make room, since one can't be used again once its page is closed.
  for (const { id } of imports.filter((each) => each.idle)) {
    if (!isTooMany() && !isTooLarge()) break
    await discardImport(context, id)
    stored = stored.filter((each) => each.id !== id)
  }
  if (isTooMany())
    return conflict(
      say(
        'You already have {count} files waiting to be imported, the maximum. Import or delete one of them, or try again in an hour, when unused files are removed.',
        { count: filesAPerson },
      ),
    )
  if (isTooLarge())
    return conflict(
      say(
        'Your files waiting to be imported can take up at most {size}. Import or delete one of them, or try again in an hour, when unused files are removed.',
        { size: inMegabytes(bytesAPerson) },
      ),
    )
  if (bytesOf(stored) < bytesInAll) return null
  const said = say(
    'The server’s space for import files ({size}) is full. Please try again in an hour.',
    { size: inMegabytes(bytesInAll) },
  )
  return new Failure('too_many', said, { retryAfter: 3_600 })
}

const bytesOf = (files: readonly StoredImport[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`

export async function discardImport({ db, files }: ImportContext, id: string): Promise<void> {
  await files.remove(id, 'file')
  await files.remove(id, 'report')
  await deleteImport(db, id)
}

/** Deletes files that were idle for too long, partial uploads, and files without a record. */
export async function sweepImports(context: ImportContext): Promise<void> {
  const { db, files, limits } = context
  const { imports: days } = (await findRetention(db, usualDays(0))).days
  const old = days === null ? [] : await findOldImports(db, files.storageId, days)
  for (const id of old) await discardImport(context, id)
  // An upload in progress has no record either, but was changed recently.
  const before = Date.now() - limits.sweepMs
  const stale = (await files.stored()).filter(({ changedAt }) => changedAt < before)
  const ids = stale.map(({ id }) => id)
  const kept = await keptImports(db, ids)
  for (const each of stale)
    if (each.kind === 'part' || !kept.has(each.id)) await files.removeStored(each)
}
