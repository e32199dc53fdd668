import { nameOf } from './known-routes.ts'
import { textOf } from './read.ts'
import type { WriteWatcher, Written } from './write-watcher.ts'

/** Milliseconds for which a change may still be told that this tab has made itself. */
const keptFor = 5_000

/** When this tab wrote each record, by area and id. */
const written = new Map<string, number[]>()
let underWay = 0

/** Whether writes of this tab wait for their answers, so that nobody can tell yet whose a change is. */
export const isWriting = (): boolean => underWay > 0

/** How long an own write's answer is waited for, in milliseconds. */
const maxForWrites = 3_000

/** Resolves once no write of this tab waits for its answer, after three seconds in any case. */
export async function writesDone(): Promise<void> {
  for (let waited = 0; isWriting() && waited < maxForWrites; waited += 50)
    await new Promise((done) => setTimeout(done, 50))
}

/** Takes note of what this tab writes: `call` of `client.ts` tells it. */
export const noteWrites: WriteWatcher = (route, sent) => {
  underWay += 1
  return (answer) => {
    underWay -= 1
    const name = nameOf(route)
    if (name === null || !answer) return
    const id = idOfSent(sent)
    for (const each of new Set([...(id === null ? [] : [id]), ...idsOfAnswer(answer, id)])) {
      const key = keyOf(areaOf(name), each)
      written.set(key, [...recent(key), Date.now()])
    }
  }
}

/**
 * How many of the changes of a record are others' than this tab's own, of which each is counted once.
 * @param count as many as were told
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

function idOfSent({ params, body }: Written): string | null {
  const named = body instanceof FormData ? body.get('_id') : fieldOf(body, '_id')
  return textOf(params?.['id']) ?? textOf(named)
}

/**
 * The ids of what was written: under `data`, or under its own name there; several where one call writes several.
 * @param sent the id that was sent; then what the answer says beside it is told only where it is a list
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
