import type { Route } from '@steward/contract/calls/route'
import type { Sent } from './query-text.ts'

/** Is called with every write; its answer is null if it failed. */
export type WriteWatcher = (
  route: Route,
  sent: Sent,
  answer: Promise<Record<string, unknown> | null>,
) => void

let watcher: WriteWatcher = () => {}

/** Sets the watcher that is called for every write. */
export function onWrite(named: WriteWatcher): void {
  watcher = named
}

/** Reports a write to the watcher. */
export const noteWrite: WriteWatcher = (route, sent, answer) => watcher(route, sent, answer)
