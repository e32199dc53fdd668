import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './process.ts'

/** A stream of changes that is read for as long as it lasts. */
export interface FollowedLive {
  /** What has come so far. */
  text(): string
  isBroken(): Promise<boolean>
  end(): void
}

/** Follows the changes that a server tells. */
export function followLive(server: ServerProcess, token: string): FollowedLive {
  const ending = new AbortController()
  let text = ''
  const running = (async () => {
    const answer = await fetch(`${server.url()}/api/admin/live`, {
      signal: ending.signal,
      headers: { authorization: `Bearer ${token}` },
    })
    const decoder = new TextDecoder()
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes, { stream: true })
  })()
  const broken = running.then(
    () => true,
    () => true,
  )
  return {
    text: () => text,
    isBroken: () => Promise.race([broken, wait(0, false)]),
    end: () => ending.abort(),
  }
}
