import { currentTranslator } from '@steward/i18n/reader'
import type { Config } from './config.ts'
import { withAdvisoryLock } from './db/connection/advisory-lock.ts'
import type { Connection, Db } from './db/connection/connection.ts'
import { write } from './db/write/write.ts'
import { addAdmin } from './modules/accounts/administration.service.ts'
import { generatePassword } from './modules/authentication/passwords.ts'
import { hasOwner } from './modules/roles/owners.store.ts'
import { ensureOwnerRole } from './modules/roles/roles.store.ts'
import { hasUsers } from './modules/users/users.store.ts'
import { openStorage } from './storage/open-storage.ts'
import { uploadedFiles } from './uploads/uploaded-files.ts'

/** What a start made of an empty system, for the person who started it. */
export interface SetUp {
  demonstration: boolean
  /** The owner's account where this start created it; the password only where it was generated. */
  owner?: { email: string; password?: string }
}

const demonstrationOwner = 'owner@example.com'

/**
 * Prepares a system: the owner role always, in an empty one a demonstration community where the
 * settings want it, and the owner that the settings name as long as there is none.
 */
export const setUp = (connection: Connection, config: Config): Promise<SetUp> =>
  withAdvisoryLock(connection, () => prepare(connection.db, config))

async function prepare(db: Db, config: Config): Promise<SetUp> {
  await write(db, { system: 'setup' }, ensureOwnerRole)
  const empty = !(await hasUsers(db))
  const demonstration = empty && config.demo
  if (demonstration) {
    const { createDemonstration } = await import('./demo/demonstration.ts')
    const files = uploadedFiles(await openStorage(config))
    const language = config.demoLanguage ?? currentTranslator().reader.language
    await createDemonstration(db, { files, now: new Date(), language })
  }
  const email = config.ownerEmail ?? (config.demo ? demonstrationOwner : undefined)
  if (!email || (await hasOwner(db))) return { demonstration }
  const password = config.ownerPassword ?? generatePassword()
  await addAdmin(db, { system: 'setup' }, { name: 'Owner', email, role: 'owner', password })
  return { demonstration, owner: config.ownerPassword ? { email } : { email, password } }
}
