import { setTimeout as wait } from 'node:timers/promises'
import { onBothEngines } from './lib/database.ts'
import { type Steward, withSteward } from './lib/steward.ts'
import { inTurn, median, ms, perSecond, printTable, quantile, rate } from './lib/table.ts'

const rounds = 3
const writers = 16
const streams = 200
/** The number of streams of a session, as a server allows at most 40 per person. */
const ofSession = 20
const ofPerson = 2

/** Measures writes with and without 200 live streams, and event delays, for some `seconds` each. */
export const live = (seconds: number): Promise<void> =>
  onBothEngines((engine, databaseUrl) =>
    withSteward({ databaseUrl, rows: { users: 100 } }, async (steward) => {
      const sessions = await signInOwners(steward)
      let named = 0
      const writeOne = async () => {
        const json = { name: `Category ${named++}` }
        return (await steward.call<{ _id: string }>('admin/category', { method: 'POST', json }))
          .data
      }
      const writesFor = (duration = seconds) => perSecond(writers, duration, writeOne)
      await writesFor(1)
      const late: number[] = []
      const { alone, followed } = await inTurn(rounds, {
        alone: writesFor,
        followed: async () => {
          const open = await follow(steward, sessions)
          const made = await writesFor()
          await wait(1_000)
          late.push(...(await delays(writeOne, open.arrivals, seconds)))
          await open.close()
          return made
        },
      })
      const words = `${writers} writers with ${streams} streams (median of ${rounds} rounds in turn)`
      printTable(`Live changes, ${engine}`, [
        rate(words, median(followed), ['without', median(alone)]),
        { what: 'a write’s answer to its arrival, p50', value: ms(median(late)) },
        { what: `p99 of ${late.length} arrivals`, value: ms(quantile(late, 0.99)) },
      ])
    }),
  )

/** Adds owners and signs them in; returns the headers of their sessions. */
async function signInOwners({ call, password, signIn }: Steward) {
  const { data } = await call<{ roles: { _id: string; system: boolean }[] }>('admin/role/all/role')
  const role = data.roles.find(({ system }) => system)?._id
  const sessions: Record<string, string>[] = []
  while (sessions.length * ofSession < streams) {
    const email = `owner-${sessions.length}@example.com`
    const json = { name: 'Owner', email, password, type: 'admin', role }
    await call('admin/user/create', { method: 'POST', json })
    for (let n = 0; n < ofPerson; n += 1) sessions.push(await signIn(email))
  }
  return sessions
}

/** Opens the streams; returns when each record arrived on each stream. */
async function follow({ url }: Steward, sessions: readonly Record<string, string>[]) {
  const ending = new AbortController()
  const arrivals = new Map<string, number[]>()
  const running: Promise<void>[] = []
  for (let n = 0; n < streams; n += 1) {
    const headers = sessions[Math.floor(n / ofSession)] ?? {}
    const answer = await fetch(`${url}/api/admin/live`, { headers, signal: ending.signal })
    if (!answer.ok) throw new Error(`a stream: ${answer.status}`)
    running.push(read(answer.body, arrivals).catch(() => {}))
  }
  return {
    arrivals,
    close: async () => {
      ending.abort()
      await Promise.all(running)
    },
  }
}

async function read(body: Response['body'], arrivals: Map<string, number[]>): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    const now = performance.now()
    for (const [id] of lines.join('\n').matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) {
      arrivals.set(id, [...(arrivals.get(id) ?? []), now])
    }
  }
}

async function delays(
  writeOne: () => Promise<{ _id: string }>,
  arrivals: Map<string, number[]>,
  seconds: number,
): Promise<number[]> {
  const answered = new Map<string, number>()
  for (let n = 0; n < seconds * 10; n += 1) {
    const { _id } = await writeOne()
    answered.set(_id, performance.now())
    await wait(100)
  }
  await wait(2_000)
  return [...answered].flatMap(([id, at]) => {
    const arrived = arrivals.get(id) ?? []
    if (arrived.length < streams) throw new Error(`${arrived.length} of ${streams} streams heard`)
    return arrived.slice(0, streams).map((each) => each - at)
  })
}
