import { acceptsKeysHeader } from '@steward/contract/calls/idempotency'
import { acceptsTotalHeader } from '@steward/contract/calls/totals'

const accepted = { keys: false, totals: false }

/** Notes what the server accepts beside the specification: its latest success says so, or it doesn't. */
export function noteAccepted(status: number, header: (name: string) => string | null): void {
  if (status < 200 || status > 299) return
  accepted.keys = header(acceptsKeysHeader) === 'true'
  accepted.totals = header(acceptsTotalHeader) === 'later'
}

/** Whether the server honours idempotency keys. */
export const acceptsKeys = (): boolean => accepted.keys

/** Whether the total of a list can be left for later. */
export const canLeaveTotal = (): boolean => accepted.totals

/**
 * The lists whose server goes by a number of rows to pass over, and by no page; with the name of that
 * number. Forgotten with the session, as the next server may be another one.
 */
export const skipNames = new Map<string, string>()
