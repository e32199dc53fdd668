import type { Pictures } from './pictures.ts'
import { day, iso, minute, type Random } from './random.ts'

/** Somebody whom records name. */
export interface Named {
  id: string
  name: string
  business_name?: string | null
}

/** What records are drawn from, and what they refer to. */
export interface Setting {
  random: Random
  /** Milliseconds since 1970. */
  now: number
  /** An `_id` for what was created at a time. */
  id(at: number): string
  members: readonly Named[]
  businesses: readonly Named[]
  staff: readonly Named[]
  /** The `_id` of a category by its slug. */
  category(slug: string): string | null
  pictures: Pictures
}

/** A time of the last `days`, more often a late one the larger `power` is. */
export const recently = ({ random, now }: Setting, days: number, power: number): number =>
  now - Math.floor(days * random.next() ** power * day) - random.int(1, 900) * minute

/** When a record was changed last: up to so many days after it was created. */
export const changed = ({ random, now }: Setting, created: number, days: number) =>
  iso(Math.min(now, created + random.int(0, days) * day))
