import type { SetLetter } from './letter.ts'

/** A mail ready to go. */
export interface Mail extends SetLetter {
  kind: string
  from: { name: string; address: string }
  to: { name: string; address: string }
}

/** What takes mails out of the house. */
export interface Carrier {
  /** @throws where it could not be handed over; a later try may succeed */
  carry(mail: Mail): Promise<void>
  close(): void
}

/** Headers of every mail, which no person has written by hand. */
export const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
