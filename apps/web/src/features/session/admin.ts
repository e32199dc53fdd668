export interface Admin {
  id: string | null
  name: string | null
  email: string | null
  image: string | null
  role: string | null
}

const key = 'steward-admin'

/** Reads the admin from the login's `data`, else from what is stored. */
export function readAdmin(told: unknown): Admin | null {
  return pick(told) ?? pick(kept())
}

/** Stores the admin's name, role and picture for the next load of the page. */
export function keepAdmin(told: unknown): void {
  const admin = pick(told)
  if (admin) localStorage.setItem(key, JSON.stringify(admin))
  else forgetAdmin()
}

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
