import type { Selectable } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import type { Session } from '../http/session.ts'
import { rightsOfRole } from '../modules/roles/permissions.rules.ts'

type User = Selectable<Tables['users']>
type Role = Selectable<Tables['roles']>

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }

/** A role as its row says it, for rules that need no database. */
export const roleRow = (fields: Partial<Role> = {}): Role => ({
  ...times,
  id: 'role',
  name: 'Helpers',
  description: null,
  image: null,
  status: 'active',
  status_before_deletion: null,
  permissions: [],
  conditions: [],
  field_rules: [],
  system: false,
  version: 1,
  require_second_factor: false,
  max_sessions: null,
  idle_minutes: null,
  deleted_at: null,
  deleted_by: null,
  search: '',
  ...fields,
})

/** A person as their row says it, an active admin unless told otherwise. */
export const userRow = (fields: Partial<User> = {}): User => ({
  ...times,
  id: 'person',
  name: 'Pat',
  email: 'pat@example.com',
  email_confirmed: true,
  service: false,
  provider_id: null,
  phone: null,
  type: 'admin',
  role_id: null,
  status: 'active',
  shopping_feed_status: 'active',
  image: null,
  business_name: null,
  location: null,
  about: null,
  last_active_at: null,
  imported: false,
  version: 1,
  deleted_at: null,
  deleted_by: null,
  search: '',
  ...fields,
})

const nothing = { permissions: [], conditions: [], fieldRules: [] }

/** A person with their role, and what it permits. */
export const personWith = (role: Role | null, fields: Partial<User> = {}) => ({
  user: userRow(fields),
  role,
  rights: role ? rightsOfRole(role) : nothing,
  lasting: role ? rightsOfRole(role) : nothing,
  provider: null,
})

/** Who acts, in a session of theirs. @param owner whether they hold the owner role */
export const acting = (self: ReturnType<typeof personWith>, owner = false) => ({
  self,
  session: { user: self.user, ...self.rights, lasting: self.lasting, owner } as unknown as Session,
  person: () => undefined,
  role: () => undefined,
})
