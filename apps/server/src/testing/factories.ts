import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Insertable } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import type { RecordTable, Tables } from '../db/schema/tables.ts'
import { write } from '../db/write/write.ts'
import { newId } from '../ids.ts'
import { hashPassword } from '../modules/authentication/passwords.ts'
import type { RoleRecord } from '../modules/roles/roles.store.ts'
import { areaOf, requiredColumns } from './plausible.ts'

let made = 0

/** A number that no other thing made in this file of tests has. */
export const nextNumber = (): number => ++made

/** What a record has unless a test says otherwise; of other areas what it can't do without. */
const blank: Partial<Record<RecordTable, () => object>> = {
  users: () => ({
    name: `Person ${nextNumber()}`,
    email: null,
    phone: null,
    type: 'member' as const,
    role_id: null,
    image: null,
    business_name: null,
    location: null,
    about: null,
    last_active_at: null,
    deleted_at: null,
  }),
  roles: () => ({
    name: `Role ${nextNumber()}`,
    description: null,
    image: null,
    permissions: [] as PermissionModule[],
    status_before_deletion: null,
  }),
  events: () => ({
    title: `Event ${nextNumber()}`,
    description: null,
    starts_at: '2030-01-01T18:00:00.000Z',
    ends_at: null,
    location: null,
    host_id: null,
    host_name: null,
    image: null,
    capacity: null,
  }),
  polls: () => ({
    title: `Poll ${nextNumber()}`,
    description: null,
    author_id: null,
    questions: [{ text: 'Which?', options: [{ text: 'This', votes: 1 }] }],
    opens_at: null,
    closes_at: null,
  }),
  tasks: () => ({
    title: `Task ${nextNumber()}`,
    description: null,
    assignee_id: null,
    due_at: null,
  }),
  bills: () => ({
    number: `B-${nextNumber()}`,
    title: 'Hall hire',
    payer_id: null,
    payer_name: 'Somebody',
    amount: 1250,
    currency: 'EUR',
    issued_at: null,
    due_at: null,
    paid_at: null,
    notes: null,
    deleted_at: null,
  }),
  posts: () => ({
    author_id: null,
    text: `Post ${nextNumber()}`,
    category_id: null,
    deleted_at: null,
  }),
  categories: () => {
    const number = nextNumber()
    return {
      name: `Category ${number}`,
      slug: `category-${number}`,
      description: null,
      image: null,
      color: null,
      parent_id: null,
      deleted_at: null,
    }
  },
  shopping_posts: () => ({
    title: `Offer ${nextNumber()}`,
    description: null,
    price: 500,
    currency: 'EUR',
    seller_id: null,
    category_id: null,
    deleted_at: null,
  }),
}

const blankOf = (table: RecordTable): object =>
  blank[table]?.() ?? requiredColumns(areaOf(table), nextNumber())

/**
 * Makes records, the fields that a test leaves out plausible.
 * @returns their ids, in the order given
 */
export async function create<T extends RecordTable>(
  db: Db,
  table: T,
  ...records: Partial<Insertable<Tables[T]>>[]
): Promise<string[]> {
  const rows = records.map(
    (record) => ({ id: newId(), ...blankOf(table), ...record }) as unknown as Insertable<Tables[T]>,
  )
  await write(db, { system: 'setup' }, async ({ insert }) => {
    for (const row of rows) await insert(table, [row])
  })
  return rows.map((row) => (row as unknown as { id: string }).id)
}

/** Makes an active role. @returns its id */
export async function createRole(
  db: Db,
  permissions: PermissionModule[],
  name = `Role ${nextNumber()}`,
  narrowed: Partial<Pick<RoleRecord, 'conditions' | 'field_rules'>> = {},
): Promise<string> {
  const [id = ''] = await create(db, 'roles', { permissions, name, ...narrowed })
  return id
}

/** A hash costs 30 ms, so that people share a few; seven made in a row have one each. */
const hashes = new Map<string, Promise<string>>()
let passwordsMade = 0

async function passwordAndHash(): Promise<{ password: string; hash: string }> {
  passwordsMade += 1
  const password = `correct horse ${passwordsMade % 7}`
  const kept = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, kept)
  return { password, hash: await kept }
}

/** Makes an admin who can sign in. */
export async function createAdmin(
  db: Db,
  roleId: string | null,
  fields: Partial<Insertable<Tables['users']>> = {},
): Promise<{ id: string; email: string; password: string }> {
  const email = fields.email ?? `admin-${nextNumber()}@example.com`
  const { password, hash } = await passwordAndHash()
  const [id = ''] = await create(db, 'users', { type: 'admin', role_id: roleId, ...fields, email })
  await db.insertInto('credentials').values({ user_id: id, password_hash: hash }).execute()
  return { id, email, password }
}
