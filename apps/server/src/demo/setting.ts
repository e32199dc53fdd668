import type { Pictures } from './pictures.ts'
import { day, iso, minute, type Random } from './random.ts'
import type { Words } from './words.ts'

export interface Named {
  id: string
  name: string
  business_name?: string | null
}

export interface Setting {
  random: Random
  now: number
  /** Makes an `_id` for a record created at a time, in milliseconds. */
  id(at: number): string
  members: readonly Named[]
  businesses: readonly Named[]
  staff: readonly Named[]
  category(slug: string): string | null
  pictures: Pictures
  words: Words
}

/** A random time in the last `days`; the larger `power` is, the more recent the times tend to be. */
export const recently = ({ random, now }: Setting, days: number, power: number): number =>
  now - Math.floor(days * random.next() ** power * day) - random.int(1, 900) * minute

/** A random time of the last change, at most so many days after the record was created. */
export const changed = ({ random, now }: Setting, created: number, days: number) =>
  iso(Math.min(now, created + random.int(0, days) * day))
