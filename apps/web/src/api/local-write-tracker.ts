import { textOf } from './answers/read.ts'
import { nameOf } from './known-routes.ts'
import { keptFor, takeWrites } from './pending-writes.ts'
import type { Sent } from './query-text.ts'

const written = new Map<string, number[]>()

/** Notes which records the writes since the last call have changed. */
function noteRecords(): void {
  for (const { route, sent, answer, at } of takeWrites()) {
    const name = nameOf(route)
    if (name === null) continue
    const id = idOfSent(sent)
    for (const each of new Set([...(id === null ? [] : [id]), ...idsOfAnswer(answer, id)])) {
      const key = keyOf(areaOf(name), each)
      written.set(key, [...recent(key), at])
    }
  }
}

/** Forgets the writes that were answered until a time, in epoch milliseconds: nothing reports them any more. */
export function forgetWrites(until: number): void {
  noteRecords()
  for (const [key, times] of written) {
    const left = times.filter((at) => at > until)
    if (left.length > 0) written.set(key, left)
    else written.delete(key)
  }
}

/**
 * How many changes of a record this tab didn't make: its own are subtracted, each once.
 * @param count as many as were reported
 */
export function othersAmong(area: string, id: string, count: number): number {
  noteRecords()
  const key = keyOf(area, id)
  const own = recent(key)
  const left = own.slice(count)
  if (left.length > 0) written.set(key, left)
  else written.delete(key)
  return Math.max(0, count - own.length)
}

const keyOf = (area: string, id: string) => `${area} ${id}`

const recent = (key: string): number[] =>
  (written.get(key) ?? []).filter((at) => Date.now() - at < keptFor)

/** The area of a call, as changes name it: `shoppingPosts.update` → `shopping-posts`. */
export const areaOf = (name: string): string =>
  (name.split('.')[0] ?? '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function idOfSent({ params, body }: Sent): string | null {
  const named = body instanceof FormData ? body.get('_id') : fieldOf(body, '_id')
  return textOf(params?.['id']) ?? textOf(named)
}

/**
 * The ids of the written records: under `data` or under its own name there; several where one call
 * writes several.
 * @param sent the id that was sent; further ids of the answer then count only if they are a list
 */
function idsOfAnswer(answer: Record<string, unknown>, sent: string | null): string[] {
  const { data } = answer
  if (typeof data !== 'object' || data === null) return []
  const several = Object.values(data).flatMap((each) =>
    Array.isArray(each) ? each.flatMap((one) => textOf(fieldOf(one, '_id')) ?? []) : [],
  )
  const own = [data, ...Object.values(data)].map((each) => textOf(fieldOf(each, '_id')))
  return sent === null ? [...several, ...own.filter((id) => id !== null).slice(0, 1)] : several
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
