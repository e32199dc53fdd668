import type { Route } from '@steward/contract/calls/route'
import { textOf } from './answers/read.ts'
import { nameOf } from './known-routes.ts'
import type { Sent } from './query-text.ts'

/** How long after an own write its change may still be reported, in milliseconds. */
const keptFor = 5_000

const written = new Map<string, number[]>()
/** The writes that are pending, so that own changes can't be recognised yet. */
let pending = 0

/** How long loads wait for the answers of own writes, in milliseconds: what they load would take back what the write shows. */
const maxForWrites = 10_000

/** Resolves once no write of this tab waits for its answer, after ten seconds in any case. */
export async function writesDone(): Promise<void> {
  for (let waited = 0; pending > 0 && waited < maxForWrites; waited += 50)
    await new Promise((done) => setTimeout(done, 50))
}

/**
 * Notes a write of this tab.
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
  const name = nameOf(route)
  if (name === null || !answer) return
  const id = idOfSent(sent)
  for (const each of new Set([...(id === null ? [] : [id]), ...idsOfAnswer(answer, id)])) {
    const key = keyOf(areaOf(name), each)
    written.set(key, [...recent(key), Date.now()])
  }
}

/**
 * How many changes of a record this tab didn't make: its own are subtracted, each once.
 * @param count as many as were reported
 */
export function othersAmong(area: string, id: string, count: number): number {
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
