import { setTimeout as wait } from 'node:timers/promises'
import { address, type Client } from '../lib/client.ts'
import type { Ledger } from '../lib/ledger.ts'

/** What a stream of changes has told. */
export interface Told {
  ids: Set<string>
  /** When it was last told that an area has changed, without the ids, or `all` of them; such as after an import. */
  unnamedAt: Map<string, number>
}

/** Follows the stream of changes until it is told to stop, each time from where it broke off. */
export async function listening(
  client: Client,
  ledger: Ledger,
  told: Told,
  isOver: () => boolean,
): Promise<void> {
  let last = ''
  while (!isOver()) {
    const ending = new AbortController()
    const watch = setInterval(() => isOver() && ending.abort(), 500)
    try {
      const headers = { ...client.authorization, ...(last && { 'last-event-id': last }) }
      const answer = await fetch(`${address}/api/admin/live`, { headers, signal: ending.signal })
      if (!answer.ok) throw new Error(`${answer.status}`)
      for await (const event of eventsOf(answer)) {
        last = event.id ?? last
        if (event.name === 'reset') told.unnamedAt.set('all', performance.now())
        else if (event.area && event.ids.length === 0)
          told.unnamedAt.set(event.area, performance.now())
        for (const id of event.ids) told.ids.add(id)
      }
    } catch {
      // It broke.
    }
    clearInterval(watch)
    ledger.done.brokenStreams += 1
    await wait(500)
  }
}

async function* eventsOf(answer: Response) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const of = (field: string) =>
        lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
      const data = JSON.parse(of('data') ?? '{}') as { area?: string; ids?: string[] }
      yield { id: of('id'), name: of('event'), area: data.area, ids: data.ids ?? [] }
    }
  }
}
