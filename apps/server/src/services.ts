import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connection/connection.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Secrets } from './secrets.ts'

/** What the modules about accounts work with. */
export interface Services {
  db: Db
  config: Config
  secrets: Secrets
  mailer: Mailer
  /** Work that goes on after the answer. */
  background: Background
}
