import type { Route } from '@steward/contract/calls/route'

/** What a write sends, as far as it says of which record. */
export interface Written {
  params?: Readonly<Record<string, string>> | undefined
  body?: unknown
}

/** Hears of a write before it is sent. @returns hears its answer, or null where it failed */
export type WriteWatcher = (
  route: Route,
  sent: Written,
) => (answer: Record<string, unknown> | null) => void

let watcher: WriteWatcher = () => () => {}

/** Names who hears of every write. */
export function onWrite(named: WriteWatcher): void {
  watcher = named
}

/** Makes a write, and tells of it. */
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
