import { nameOf } from './known-routes.ts'
import { textOf } from './read.ts'
import type { WriteWatcher, Written } from './write-watcher.ts'

/** Milliseconds for which a change may still be told that this tab has made itself. */
const keptFor = 5_000

/** When this tab wrote each record, by area and id. */
const written = new Map<string, number[]>()
/** When it last did, however many of the changes have been told since. */
const lastly = new Map<string, number>()
let underWay = 0

/** Whether writes of this tab wait for their answers, so that nobody can tell yet whose a change is. */
export const isWriting = (): boolean => underWay > 0

/** How long an own write's answer is waited for, in milliseconds. */
const mostForWrites = 3_000

/** Resolves once no write of this tab waits for its answer, after three seconds in any case. */
export async function writesDone(): Promise<void> {
  for (let waited = 0; isWriting() && waited < mostForWrites; waited += 50)
    await new Promise((done) => setTimeout(done, 50))
}

/** Takes note of what this tab writes: `call` of `client.ts` tells it. */
export const noteWrites: WriteWatcher = (route, sent) => {
  underWay += 1
  return (answer) => {
    underWay -= 1
    const name = nameOf(route)
    const id = answer && (idOfSent(sent) ?? idOfAnswer(answer))
    if (name === null || id === null) return
    const key = keyOf(areaOf(name), id)
    written.set(key, [...recent(key), Date.now()])
    lastly.set(key, Date.now())
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

/** Whether this tab has just written a record, so that what happens to it is the person's own doing. */
export const wroteLately = (area: string, id: string): boolean =>
  Date.now() - (lastly.get(keyOf(area, id)) ?? 0) < keptFor

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

/** The id of what was made: under `data`, or under its own name there. */
function idOfAnswer(answer: Record<string, unknown>): string | null {
  const { data } = answer
  const own = textOf(fieldOf(data, '_id'))
  if (own !== null || typeof data !== 'object' || data === null) return own
  for (const each of Object.values(data)) {
    const id = textOf(fieldOf(each, '_id'))
    if (id !== null) return id
  }
  return null
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
