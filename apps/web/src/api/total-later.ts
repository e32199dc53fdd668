import { acceptsTotalHeader } from '@steward/contract/calls/totals'

let accepted = false

/** Notes whether the server can leave the total of a list for later: its latest success says so, or it can't. */
export function noteTotals(status: number, header: (name: string) => string | null): void {
  if (status >= 200 && status <= 299) accepted = header(acceptsTotalHeader) === 'later'
}

/** Whether the total of a list can be left for later. */
export const canLeaveTotal = (): boolean => accepted
