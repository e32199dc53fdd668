import { setTimeout as wait } from 'node:timers/promises'
import { address, type Client, isDone } from '../lib/client.ts'
import type { Ledger, Made } from '../lib/ledger.ts'

/** Rows of a file, and so tasks of a job: enough that a machine is lost amid them. */
const rows = 300

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
    // No other mark begins with it.
    const mark = `${name}n${n}x`
    const isAllDone =
      (await importTasks(client, ledger, mark)) &&
      (await setToDone(client, ledger, mark)) &&
      (await exportTasks(client, ledger, mark))
    await wait(isAllDone ? 200 : 1_000)
  }
}

async function importTasks(client: Client, ledger: Ledger, mark: string): Promise<boolean> {
  const made = Array.from(
    { length: rows },
    (_, row): Made => ({ table: 'tasks', title: `${mark} row${row}`, acknowledged: undefined }),
  )
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
  ledger.done.imports += 1
  return await areAllListed(client, ledger, { search: mark })
}

/** Whether a list has every row of a file. */
async function areAllListed(client: Client, ledger: Ledger, query: Record<string, string>) {
  const { status, pagination } = await client.call('tasks.list', { query })
  if (status !== 200) return false
  if (pagination?.total === rows) return true
  const words = `${pagination?.total} of ${rows} tasks by ${JSON.stringify(query)}`
  ledger.find('own writes not read', words)
  return false
}

async function setToDone(client: Client, ledger: Ledger, mark: string): Promise<boolean> {
  const all = { query: { search: mark } }
  const body = { area: 'tasks', action: 'status', all, patch: { status: 'done' } }
  const started = await client.call('jobs.create', { body })
  ledger.jobs.push({ mark, acknowledged: isDone(started) })
  if (isDone(started)) ledger.acknowledge()
  if (!started.data || !(await isJobDone(client, ledger, started.data._id))) return false
  ledger.done.jobs += 1
  return await areAllListed(client, ledger, { search: mark, status: 'done' })
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
async function exportTasks(client: Client, ledger: Ledger, mark: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    const body = { area: 'tasks', query: { search: mark } }
    const { data } = await client.call('exports.create', { body })
    if (!data) return false
    const text = await download(`${address}${data.url}`)
    if (text !== undefined) {
      const lines = text.split('\n').filter((line) => line.includes(mark) && /done/i.test(line))
      if (lines.length !== rows)
        ledger.find('exports that are not whole', `${mark}: ${lines.length} of ${rows} rows`)
      ledger.done.exports += 1
      return lines.length === rows
    }
    await wait(1_000)
  }
  ledger.find('exports that are not whole', `${mark}: not once in 20 downloads`)
  return false
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
