import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { PerPerson } from '../../per-person.ts'
import type { ImportFiles, StoredFile } from './import-files.ts'
import { deleteImport, findOldImports, findOwnImports, keptImports } from './imports.store.ts'
import type { ImportLimits } from './limits.ts'

type QuotaLimits = Pick<
  ImportLimits,
  'filesAPerson' | 'bytesAPerson' | 'bytesInAll' | 'uploadsAPerson' | 'idleMs'
>

/** How many files may wait to be imported, and how much room they and their reports may take. */
export class ImportQuota {
  readonly #db: Db
  readonly #files: ImportFiles
  readonly #limits: QuotaLimits
  readonly #uploads = new PerPerson()

  constructor(db: Db, files: ImportFiles, limits: QuotaLimits) {
    this.#db = db
    this.#files = files
    this.#limits = limits
  }

  /**
   * Takes in a file while a person sends it. The room is looked at before, so that it can be
   * exceeded by the uploads under way, of which there are few.
   * @param upload is given why there is no room, if there is none: `too_many` where the server has no more,
   *   `conflict` where the person's own files take too much
   * @throws {Failure} `too_many` for too many uploads at once
   */
  async during<R>(person: string, upload: (full: Failure | null) => Promise<R>): Promise<R> {
    const own = this.#uploads.of(person)
    if (own >= this.#limits.uploadsAPerson) {
      const sentence = `You are already uploading ${own} files. Wait until one of them has finished.`
      throw new Failure('too_many', sentence, { retryAfter: 10 })
    }
    return await this.#uploads.during(person, async () =>
      upload(await this.#lackOfRoom(person, own)),
    )
  }

  async #lackOfRoom(person: string, uploads: number): Promise<Failure | null> {
    const { filesAPerson, bytesAPerson, bytesInAll, idleMs } = this.#limits
    const imports = await findOwnImports(this.#db, this.#files.serverId, person, idleMs)
    let stored = await this.#files.stored()
    const own = () => stored.filter(({ id }) => imports.some((each) => each.id === id))
    const isTooMany = () =>
      own().filter(({ kind }) => kind === 'file').length + uploads >= filesAPerson
    const isTooLarge = () => bytesOf(own()) >= bytesAPerson
    // Whoever closed the page on a file can't come back to it; after a while such files make room.
    for (const { id } of imports.filter((each) => each.idle)) {
      if (!isTooMany() && !isTooLarge()) break
      await discardImport(this.#db, this.#files, id)
      stored = stored.filter((each) => each.id !== id)
    }
    const hint =
      'Import or delete one of them, or try again in an hour, when unused files are removed.'
    if (isTooMany()) {
      const sentence = `You already have ${filesAPerson} files waiting to be imported, the maximum. ${hint}`
      return new Failure('conflict', sentence)
    }
    if (isTooLarge()) {
      const sentence = `Your files waiting to be imported can take up at most ${inMegabytes(bytesAPerson)}. ${hint}`
      return new Failure('conflict', sentence)
    }
    if (bytesOf(stored) >= bytesInAll) {
      const sentence = `The server’s space for import files (${inMegabytes(bytesInAll)}) is full. Please try again in an hour.`
      return new Failure('too_many', sentence, { retryAfter: 3_600 })
    }
    return null
  }
}

const bytesOf = (files: readonly StoredFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`

/** Throws an uploaded file away, and its report; jobs on it stay. */
export async function discardImport(db: Db, files: ImportFiles, id: string): Promise<void> {
  await files.remove(id, 'file')
  await files.remove(id, 'report')
  await deleteImport(db, id)
}

/**
 * Throws away files that have waited for too long, and what belongs to no file any more: uploads
 * that a crash has cut off, and files and reports whose record is gone.
 */
export async function sweepImports(
  db: Db,
  files: ImportFiles,
  { sweepMs }: Pick<ImportLimits, 'sweepMs'>,
): Promise<void> {
  for (const id of await findOldImports(db, files.serverId)) await discardImport(db, files, id)
  // What is on its way just now has no record either; it is written to all the time.
  const before = Date.now() - sweepMs
  const old = (await files.stored()).filter(({ changedAt }) => changedAt < before)
  const ids = old.map(({ id }) => id)
  const kept = await keptImports(db, ids)
  for (const { id, kind } of old) if (kind === 'part' || !kept.has(id)) await files.remove(id, kind)
}
