import type { Said } from '@steward/i18n/sentence'
import type { Config } from '../../config.ts'
import type { Connection, Db } from '../../db/connection/connection.ts'

/** What is looked at; the database is null where there is none yet, or it can't be opened. */
export interface Checked {
  config: Config
  connection: Connection | null
  /** The same where its schema is that of this version, else null. */
  records: Db | null
}

/** One thing that is tried. */
export interface Probe {
  name: string
  /**
   * Tries it, changing nothing.
   * @returns what is well, in a few words
   * @throws {OperatorError} what is wrong: a sentence a line, with what to do about it
   */
  run(checked: Checked): Promise<Said>
}
