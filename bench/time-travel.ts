import { openConnection } from '../apps/server/src/db/connection/connection.ts'
import { write } from '../apps/server/src/db/write/write.ts'
import { newId } from '../apps/server/src/ids.ts'
import { median } from './lib/processes.ts'
import type { Steward } from './lib/steward.ts'

interface Options {
  steward: Steward
  dataDir: string
  databaseUrl: string | undefined
}

/** Bills that stand there, and changes that come after the moment that is looked back to. */
const bills = 150_000
const changes = 100_000

/** What staff do with a list of bills, as its query. */
const walks: [string, (total: number) => string][] = [
  ['first page', () => ''],
  ['status=due', () => 'status=due'],
  ['status=paid', () => 'status=paid'],
  ['sort=createdAt', () => 'sort=createdAt'],
  ['sort=-amount', () => 'sort=-amount'],
  ['sort=number', () => 'sort=number'],
  ['sort=dueAt', () => 'sort=dueAt'],
  ['deleted=only', () => 'deleted=only&sort=-deletedAt'],
  ['search, one word', () => 'search=rental'],
  ['search, rare', () => 'search=b-77777'],
  ['page in the middle', (total) => `page=${Math.floor(total / 50)}`],
  ['last page', (total) => `page=${Math.ceil(total / 25)}`],
]

const times = 9

/**
 * The list of bills as it stood before a hundred thousand changes, beside the list as it is: how long the
 * first look at a moment takes, which prepares it, and each page after that.
 */
export async function timeTravel({ steward, dataDir, databaseUrl }: Options): Promise<void> {
  const moment = await makeHistory(databaseUrl, dataDir)
  const ask = async (path: string) => {
    const start = performance.now()
    const answer = await fetch(`${steward.url}/api/admin/${path}`, { headers: steward.headers })
    const body = (await answer.json()) as { data: { pagination?: { total: number } } }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
    return { ms: performance.now() - start, total: body.data.pagination?.total ?? 0 }
  }
  console.log(
    `Bills as they stood before ${changes.toLocaleString('en')} changes (median of ${times})`,
  )
  const first = await ask(`bills?asOf=${moment}`)
  console.log(`  first look at the moment, which prepares it: ${(first.ms / 1000).toFixed(1)} s`)
  const { total } = first
  const all: [string, string][] = walks.map(([what, queryOf]) => [what, `bills?${queryOf(total)}`])
  for (const [what, path] of [...all, ['sums', 'bills/totals?'] as [string, string]]) {
    const past = `${path}&asOf=${moment}`
    const anew = await ask(past)
    await ask(path)
    const taken: [number, number][] = []
    for (let time = 0; time < times; time += 1) {
      taken.push([(await ask(path)).ms, (await ask(past)).ms])
    }
    const [now, then] = [median(taken.map(([ms]) => ms)), median(taken.map(([, ms]) => ms))]
    const ratio = (then / now).toFixed(1)
    console.log(
      `  ${what.padEnd(20)} now ${now.toFixed(1).padStart(6)} ms, then ${then.toFixed(1).padStart(6)} ms: ` +
        `${ratio.padStart(4)} times as long; the first time ${anew.ms.toFixed(0)} ms`,
    )
  }
  console.log('')
}

/** Makes bills, and then changes of every kind. @returns the moment between */
async function makeHistory(databaseUrl: string | undefined, dataDir: string): Promise<string> {
  const connection = await openConnection({ databaseUrl, dataDir }, { share: true })
  const { db } = connection
  const actor = { system: 'seed', batch: newId() } as const
  const bill = (n: number) => ({
    id: newId(),
    number: `B-${n}`,
    title: n % 3 === 0 ? `Hall rental ${n}` : `Membership ${n}`,
    payer_id: null,
    payer_name: `Payer ${n % 1000}`,
    amount: (n * 7919) % 100_000,
    currency: n % 2 ? 'EUR' : 'USD',
    status: (['draft', 'due', 'overdue'] as const)[n % 3],
    issued_at: null,
    due_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    paid_at: null,
    notes: null,
    deleted_at: null,
  })
  const add = async (from: number, to: number): Promise<string[]> => {
    const ids: string[] = []
    for (let n = from; n < to; n += 1_000) {
      const rows = Array.from({ length: Math.min(1_000, to - n) }, (_, i) => bill(n + i))
      await write(db, actor, ({ insert }) => insert('bills', rows))
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }
  const change = async (ids: readonly string[], patch: object) => {
    for (let n = 0; n < ids.length; n += 250) {
      await write(db, actor, async ({ lock, update }) =>
        update('bills', await lock('bills', ids.slice(n, n + 250)), patch),
      )
    }
  }
  try {
    const ids = await add(0, bills)
    await new Promise((go) => setTimeout(go, 50))
    const moment = new Date().toISOString()
    await new Promise((go) => setTimeout(go, 50))
    // New ones, many that are paid, some that are renamed, and some that are deleted.
    const part = changes / 10
    await add(bills, bills + 3 * part)
    await change(ids.slice(0, 5 * part), { status: 'paid', paid_at: moment })
    await change(ids.slice(5 * part, 6 * part), { title: 'Renamed' })
    await change(ids.slice(bills - part), { deleted_at: new Date().toISOString() })
    return moment
  } finally {
    await connection.close()
  }
}
