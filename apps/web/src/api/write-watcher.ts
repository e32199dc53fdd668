import type { Route } from '@steward/contract/calls/route'

/** What a write sends, as far as it says of which record. */
export interface Written {
  params?: Readonly<Record<string, string>> | undefined
  body?: unknown
}

/** Is called before a write; returns a callback for its answer, which is null if it failed. */
export type WriteWatcher = (
  route: Route,
  sent: Written,
) => (answer: Record<string, unknown> | null) => void

let watcher: WriteWatcher = () => () => {}

/** Sets the watcher that is called for every write. */
export function onWrite(named: WriteWatcher): void {
  watcher = named
}

/** Makes a write and reports it to the watcher. */
export async function watched(
  route: Route,
  sent: Written,
  send: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const tell = watcher(route, sent)
  let answer: Record<string, unknown> | null = null
  try {
    answer = await send()
    return answer
  } finally {
    tell(answer)
  }
}
