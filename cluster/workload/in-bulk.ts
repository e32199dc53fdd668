import { setTimeout as wait } from 'node:timers/promises'
import { address, type Client, isDone } from '../lib/client.ts'
import type { Ledger, Made } from '../lib/ledger.ts'
import { listed } from './listed.ts'

const rows = 20

/** Until when a job has to be done, in milliseconds. */
const jobMs = 180_000

/**
 * Until it is told to stop: imports a file of tasks, has a job set them to done, and exports them. Each of these
 * begins only where what is before it is done.
 */
export async function workingInBulk(
  client: Client,
  ledger: Ledger,
  name: string,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const mark = `${name}n${n}`
    const made = Array.from(
      { length: rows },
      (_, row): Made => ({ table: 'tasks', title: `${mark} row${row}`, acknowledged: undefined }),
    )
    if (!(await importTasks(client, ledger, mark, made))) continue
    const found = await listed(client, 'tasks.list', { search: mark })
    if (!found) continue
    if (found.length !== rows) {
      ledger.find('own writes not read', `${found.length} of ${rows} imported rows of ${mark}`)
      continue
    }
    const ids = found.map((row) => row['_id'] as string)
    if (!(await setToDone(client, ledger, ids))) continue
    await exportTasks(client, ledger, mark, ids)
    await wait(200)
  }
}

async function importTasks(client: Client, ledger: Ledger, mark: string, made: Made[]) {
  const bytes = ['title', ...made.map(({ title }) => title)].join('\n')
  const query = { area: 'tasks', name: `${mark}.csv` }
  const uploaded = await client.call('imports.create', { query, bytes })
  const id = uploaded.data?._id
  if (!id) return false
  ledger.made.push(...made)
  const started = await client.call('imports.start', { params: { id }, body: {} })
  if (isDone(started)) ledger.acknowledge()
  if (!started.data || !(await isJobDone(client, ledger, started.data._id))) return false
  const now = performance.now()
  for (const each of made) each.acknowledged = now
  return true
}

async function setToDone(client: Client, ledger: Ledger, ids: readonly string[]) {
  const body = { area: 'tasks', action: 'status', ids, patch: { status: 'done' } }
  const started = await client.call('jobs.create', { body })
  ledger.jobs.push({ ids, acknowledged: isDone(started) })
  if (isDone(started)) ledger.acknowledge()
  return started.data && (await isJobDone(client, ledger, started.data._id))
}

/** Waits for the end of a job. */
async function isJobDone(client: Client, ledger: Ledger, id: string): Promise<boolean> {
  const end = performance.now() + jobMs
  while (performance.now() < end) {
    const { data } = await client.call('jobs.details', { params: { id } })
    if (data?.status === 'done') return true
    if (data && !['waiting', 'running'].includes(data.status)) {
      const words = `job ${id} is ${data.status}: ${data.reason}`
      ledger.find('answers that should not be', words)
      return false
    }
    await wait(200)
  }
  ledger.find('acknowledged writes lost', `job ${id} was not done within ${jobMs / 1_000} seconds`)
  return false
}

/** Downloads an export, anew where it breaks off: an address is good for one download. */
async function exportTasks(client: Client, ledger: Ledger, mark: string, ids: readonly string[]) {
  for (let tries = 0; tries < 20; tries += 1) {
    const { data } = await client.call('exports.create', { body: { area: 'tasks', ids } })
    if (!data) return
    const text = await download(`${address}${data.url}`)
    if (text !== undefined) {
      const lines = text.split('\n').filter((line) => line.includes(mark))
      const done = lines.filter((line) => /done/i.test(line))
      if (done.length !== ids.length) {
        const words = `${mark}: ${lines.length} of ${ids.length} rows, ${done.length} of them done`
        ledger.find('exports that are not whole', words)
      }
      return
    }
    await wait(1_000)
  }
  ledger.find('exports that are not whole', `${mark}: not once in 20 downloads`)
}

/** The text of a file; undefined where it broke off, or none came. */
async function download(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
