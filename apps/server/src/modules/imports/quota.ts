import type { Db } from '../../db/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { ImportFiles, StoredFile } from './import-files.ts'
import { deleteImport, findOwnImports } from './imports.store.ts'
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
  readonly #uploads = new Map<string, number>()

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
  async during<T>(person: string, upload: (full: Failure | null) => Promise<T>): Promise<T> {
    const mine = this.#uploads.get(person) ?? 0
    if (mine >= this.#limits.uploadsAPerson) {
      const sentence = `You are already uploading ${mine} files. Wait until one of them has finished.`
      throw new Failure('too_many', sentence, { retryAfter: 10 })
    }
    this.#uploads.set(person, mine + 1)
    try {
      return await upload(await this.#lackOfRoom(person, mine))
    } finally {
      const left = (this.#uploads.get(person) ?? 1) - 1
      if (left > 0) this.#uploads.set(person, left)
      else this.#uploads.delete(person)
    }
  }

  async #lackOfRoom(person: string, uploads: number): Promise<Failure | null> {
    const { filesAPerson, bytesAPerson, bytesInAll, idleMs } = this.#limits
    const imports = await findOwnImports(this.#db, this.#files.serverId, person, idleMs)
    let stored = await this.#files.stored()
    const own = () => stored.filter(({ id }) => imports.some((each) => each.id === id))
    const tooMany = () =>
      own().filter(({ kind }) => kind === 'file').length + uploads >= filesAPerson
    const tooLarge = () => bytesOf(own()) >= bytesAPerson
    // Who closed the page on a file can't come back to it; after a while such files make room.
    for (const { id } of imports.filter((each) => each.idle)) {
      if (!tooMany() && !tooLarge()) break
      await this.#files.remove(id)
      await this.#files.removeReport(id)
      await deleteImport(this.#db, id)
      stored = stored.filter((each) => each.id !== id)
    }
    const hint =
      'Import or delete one of them, or try again in an hour, when unused files are removed.'
    if (tooMany()) {
      const sentence = `You already have ${filesAPerson} files waiting to be imported, the maximum. ${hint}`
      return new Failure('conflict', sentence)
    }
    if (tooLarge()) {
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
