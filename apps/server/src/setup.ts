import { newPassword } from '@steward/contract/credentials'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Connection, Db } from './db/connection.ts'
import { type Writing, write } from './db/write.ts'
import { createDemonstration } from './demo/demonstration.ts'
import { openFiles } from './files/disk.ts'
import { newId } from './ids.ts'
import { weaknessOf } from './modules/auth/password-policy.ts'
import { generatePassword, hashPassword } from './modules/auth/passwords.ts'
import { Problem } from './problem.ts'

/** What a start made of an empty system, for the person who started it. */
export interface SetUp {
  demonstration: boolean
  /** The owner's account where this start created it; the password only where it was generated. */
  owner?: { email: string; password?: string }
}

/**
 * Holds the password that the settings give the owner to what everybody's is held to.
 * @throws {Problem} naming the setting and never its value
 */
export function checkOwnerPassword({
  ownerEmail,
  ownerPassword,
}: Pick<Config, 'ownerEmail' | 'ownerPassword'>): void {
  if (ownerPassword === undefined) return
  const read = newPassword().safeParse(ownerPassword)
  const reason = read.success
    ? weaknessOf(ownerPassword, ownerEmail ?? null)
    : read.error.issues[0]?.message
  if (reason) throw new Problem(`The setting OWNER_PASSWORD ${reason}.`)
}

const demonstrationOwner = 'owner@example.com'

/** Names our lock on the set-up among the database's advisory locks. */
const lockKey = 7_203_118

/**
 * Prepares a system: the owner role always; in an empty one a demonstration community where the
 * settings want it; and, as long as there is no owner, the one that the settings name.
 */
export async function setUp({ db, engine }: Connection, config: Config): Promise<SetUp> {
  if (engine === 'embedded') return await prepare(db, config)
  return await db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${lockKey})`.execute(session)
    try {
      return await prepare(db, config)
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(session)
    }
  })
}

async function prepare(db: Db, config: Config): Promise<SetUp> {
  await write(db, { system: 'setup' }, ensureOwnerRole)
  const empty = !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
  const demonstration = empty && config.demo
  if (demonstration) {
    await createDemonstration(db, { files: await openFiles(config.dataDir), now: new Date() })
  }
  const email = config.ownerEmail ?? (config.demo ? demonstrationOwner : undefined)
  if (!email || (await hasOwner(db))) return { demonstration }
  const password = config.ownerPassword ?? generatePassword()
  await createOwner(db, email, password)
  return { demonstration, owner: config.ownerPassword ? { email } : { email, password } }
}

/** Makes the owner role where there is none. */
export async function ensureOwnerRole({ tx, insert }: Writing): Promise<void> {
  const found = await tx.selectFrom('roles').select('id').where('system', '=', true).execute()
  if (found.length > 0) return
  await insert('roles', [
    {
      id: newId(),
      name: 'Owner',
      description: 'May do everything. Nobody can change or delete this role.',
      image: null,
      permissions: [],
      system: true,
      status_before_deletion: null,
    },
  ])
}

async function hasOwner(db: Db): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where('roles.system', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return owner !== undefined
}

/** Creates the owner with a password to sign in. */
async function createOwner(db: Db, email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await write(db, { system: 'setup' }, async ({ tx, insert }) => {
    const role = await tx
      .selectFrom('roles')
      .select('id')
      .where('system', '=', true)
      .executeTakeFirstOrThrow()
    const id = newId()
    await insert('users', [
      {
        id,
        name: 'Owner',
        email,
        phone: null,
        type: 'admin',
        role_id: role.id,
        image: null,
        business_name: null,
        location: null,
        about: null,
        last_active_at: null,
        deleted_at: null,
      },
    ])
    await tx
      .insertInto('credentials')
      .values({ user_id: id, password_hash: passwordHash })
      .execute()
  })
}
