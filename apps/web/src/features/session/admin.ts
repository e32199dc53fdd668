import { isObject, readStored } from '../../api/answers/read.ts'

export interface Admin {
  id: string | null
  name: string | null
  email: string | null
  image: string | null
  role: string | null
}

const key = 'steward-admin'

/** Reads the admin from the login's `data`, else from what is stored. */
export function readAdmin(answer: unknown): Admin | null {
  return pick(answer) ?? pick(readStored('localStorage', key))
}

/** Stores the admin's name, role and picture for the next load of the page. */
export function keepAdmin(told: unknown): void {
  const admin = pick(told)
  if (admin) localStorage.setItem(key, JSON.stringify(admin))
  else forgetAdmin()
}

export const forgetAdmin = (): void => localStorage.removeItem(key)

function pick(value: unknown): Admin | null {
  if (!isObject(value)) return null
  const { _id, id, name, email, image, role } = value
  return {
    id: text(_id) ?? text(id),
    name: text(name),
    email: text(email),
    image: text(image),
    role: text(isObject(role) ? role['name'] : role),
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
