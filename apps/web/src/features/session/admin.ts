/** What is shown of the person signed in; all of it may be missing on another server. */
export interface Admin {
  id: string | null
  name: string | null
  email: string | null
  image: string | null
  /** The name of the role. */
  role: string | null
}

const key = 'steward-admin'

/** Reads a person from whatever the login told; what is kept is read where it told nothing. */
export function readAdmin(told: unknown): Admin | null {
  return pick(told) ?? pick(kept())
}

/** Keeps name, role and picture for the next load; the token stands elsewhere. */
export function keepAdmin(told: unknown): void {
  const admin = pick(told)
  if (admin) localStorage.setItem(key, JSON.stringify(admin))
  else forgetAdmin()
}

/** Forgets the person. */
export const forgetAdmin = (): void => localStorage.removeItem(key)

function kept(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function pick(value: unknown): Admin | null {
  if (typeof value !== 'object' || value === null) return null
  const { _id, id, name, email, image, role } = value as Record<string, unknown>
  const roleName =
    typeof role === 'object' && role !== null ? (role as Record<string, unknown>)['name'] : role
  return {
    id: text(_id) ?? text(id),
    name: text(name),
    email: text(email),
    image: text(image),
    role: text(roleName),
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
