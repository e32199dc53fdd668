import { v7 } from 'uuid'

/**
 * A new record's `_id`: a UUIDv7, which sorts by time of creation.
 * @param at that time in milliseconds since 1970, by default now
 */
export const newId = (at?: number): string =>
  at === undefined ? v7() : v7({ msecs: Math.max(0, at) })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be a record's `_id` at all; what can't is simply not found. */
export const isId = (text: string): boolean => uuid.test(text)
