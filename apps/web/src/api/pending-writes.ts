import type { Route } from '@steward/contract/calls/route'
import type { Sent } from './query-text.ts'

/** A write of this tab that succeeded. */
export interface OwnWrite {
  route: Route
  sent: Sent
  answer: Record<string, unknown>
  /** When its answer came, in epoch milliseconds. */
  at: number
}

/** How long after an own write its change may still be reported, in milliseconds. */
export const keptFor = 5_000
/** How long loads wait for the answers of own writes, in milliseconds: what they load would take back what the write shows. */
const maxForWrites = 10_000

let pending = 0
let done: OwnWrite[] = []

/**
 * Notes a write of this tab, from the first one on: the live updates that ask for it load later.
 * @param answering its answer, null if it fails
 */
export async function noteWrite(
  route: Route,
  sent: Sent,
  answering: Promise<Record<string, unknown> | null>,
): Promise<void> {
  pending += 1
  const answer = await answering
  pending -= 1
  const now = Date.now()
  done = done.filter(({ at }) => now - at < keptFor)
  if (answer) done.push({ route, sent, answer, at: now })
}

/** Resolves once no write of this tab waits for its answer, after ten seconds in any case. */
export async function writesDone(): Promise<void> {
  for (let waited = 0; pending > 0 && waited < maxForWrites; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Takes the recent writes that succeeded since the last call. */
export const takeWrites = (): OwnWrite[] => done.splice(0)
