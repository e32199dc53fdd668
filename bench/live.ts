import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openBenchDatabase } from './lib/database.ts'
import { median } from './lib/processes.ts'
import { type Steward, startSteward } from './lib/steward.ts'

const rounds = 3
const writers = 16
const streams = 200
/** Streams of one session, and sessions of one person, for whom a server takes no more than 40 streams. */
const ofSession = 20
const ofPerson = 2

/**
 * What live changes cost and how fast they are: writes a second by HTTP with 200 open streams and
 * without any, three times in turn, and the time from a write's answer to its arrival on each of the
 * streams, while one person writes ten times a second. On both engines.
 * @param seconds of each measurement
 */
export async function live(seconds: number): Promise<void> {
  const database = await openBenchDatabase()
  try {
    for (const databaseUrl of database.url ? [undefined, database.url] : [undefined]) {
      const dataDir = await mkdtemp(join(tmpdir(), 'steward-bench-'))
      const steward = await startSteward({
        dataDir,
        databaseUrl,
        rows: { users: 100, posts: 0, bills: 0 },
      })
      try {
        console.log(`Live changes, ${databaseUrl ? 'postgresql' : 'embedded'}`)
        await measure(steward, seconds)
      } finally {
        await steward.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    }
  } finally {
    await database.drop()
  }
}

async function measure(steward: Steward, seconds: number): Promise<void> {
  const sessions: Record<string, string>[] = []
  while (sessions.length * ofSession < streams) {
    const email = await makeOwner(steward, `owner-${sessions.length}@example.com`)
    for (let n = 0; n < ofPerson; n += 1) sessions.push(await steward.signIn(email))
  }
  await writesFor(steward, 1)
  const alone: number[] = []
  const followed: number[] = []
  const late: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await writesFor(steward, seconds))
    const open = await follow(steward, sessions)
    followed.push(await writesFor(steward, seconds))
    await wait(1_000)
    late.push(...(await delays(steward, open.arrivals, seconds)))
    await open.close()
  }
  const [without, beside] = [median(alone), median(followed)]
  const ratio = (beside / without).toFixed(2)
  late.sort((a, b) => a - b)
  const at = (part: number) => (late[Math.floor(late.length * part)] ?? Number.NaN).toFixed(0)
  console.log(
    `  ${writers} writers  ${beside.toFixed(0)} writes a second with ${streams} streams, ${without.toFixed(0)} without; ratio ${ratio} (median of ${rounds} rounds in turn)`,
  )
  console.log(
    `  a write's answer to its arrival: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${late.length} arrivals)\n`,
  )
}

/** Makes one more owner. @returns their address */
async function makeOwner({ url, headers, password }: Steward, email: string): Promise<string> {
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/api/admin/${path}`, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: { roles: { _id: string; system: boolean }[] } }).data
  }
  const { roles } = await ask('role/all/role')
  const role = roles.find(({ system }) => system)?._id
  await ask('user/create', { name: 'Owner', email, password, type: 'admin', role })
  return email
}

/** @returns the id of the category that was made */
async function writeOne({ url, headers }: Steward, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/category`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (!answer.ok) throw new Error(`a write: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { _id: string } }).data._id
}

let named = 0

async function writesFor(steward: Steward, seconds: number): Promise<number> {
  const began = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (; performance.now() - began < seconds * 1_000; done += 1) {
        named += 1
        await writeOne(steward, `Category ${named}`)
      }
    }),
  )
  return (done * 1_000) / (performance.now() - began)
}

/** Opens streams. @returns when each record arrived on each of them, by its id */
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

/** Milliseconds from the answers of some writes to their arrivals. */
async function delays(
  steward: Steward,
  arrivals: Map<string, number[]>,
  seconds: number,
): Promise<number[]> {
  const answered = new Map<string, number>()
  for (let n = 0; n < seconds * 10; n += 1) {
    named += 1
    const id = await writeOne(steward, `Category ${named}`)
    answered.set(id, performance.now())
    await wait(100)
  }
  await wait(2_000)
  return [...answered].flatMap(([id, at]) => {
    const arrived = arrivals.get(id) ?? []
    if (arrived.length < streams) throw new Error(`${arrived.length} of ${streams} streams heard`)
    return arrived.slice(0, streams).map((each) => each - at)
  })
}
