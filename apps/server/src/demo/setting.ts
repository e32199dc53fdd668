import type { Pictures } from './pictures.ts'
import { day, iso, minute, type Random } from './random.ts'

export interface Named {
  id: string
  name: string
  business_name?: string | null
}

export interface Setting {
  random: Random
  now: number
  /** An `_id` for what was created at a time. */
  id(at: number): string
  members: readonly Named[]
  businesses: readonly Named[]
  staff: readonly Named[]
  category(slug: string): string | null
  pictures: Pictures
}

/** A time of the last `days`, more often a late one the larger `power` is. */
export const recently = ({ random, now }: Setting, days: number, power: number): number =>
  now - Math.floor(days * random.next() ** power * day) - random.int(1, 900) * minute

/** When a record was changed last: up to so many days after it was created. */
export const changed = ({ random, now }: Setting, created: number, days: number) =>
  iso(Math.min(now, created + random.int(0, days) * day))
