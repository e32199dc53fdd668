import { setTimeout as wait } from 'node:timers/promises'
import { openConnection } from '../apps/server/src/db/connection/connection.ts'
import { write } from '../apps/server/src/db/write/write.ts'
import { newId } from '../apps/server/src/ids.ts'
import type { Place } from './lib/database.ts'
import type { Steward } from './lib/steward.ts'
import { type Figure, inTurn, median, ms, printTable, time } from './lib/table.ts'

const bills = 150_000
const changes = 100_000

const times = 9

/** Compares the list of bills before 100,000 changes with the current list, first and later pages. */
export async function timeTravel(steward: Steward): Promise<void> {
  const moment = await makeHistory(steward)
  const ask = (path: string) => steward.call<{ pagination?: { total: number } }>(`admin/${path}`)
  const first = await ask(`bills?asOf=${moment}`)
  const last = Math.ceil((first.data.pagination?.total ?? 0) / 25)
  const walks = {
    'first page': 'bills?',
    'status=due': 'bills?status=due',
    'status=paid': 'bills?status=paid',
    'sort=createdAt': 'bills?sort=createdAt',
    'sort=-amount': 'bills?sort=-amount',
    'sort=number': 'bills?sort=number',
    'sort=dueAt': 'bills?sort=dueAt',
    'deleted=only': 'bills?deleted=only&sort=-deletedAt',
    'search, one word': 'bills?search=rental',
    'search, rare': 'bills?search=b-77777',
    'page in the middle': `bills?page=${Math.floor(last / 2)}`,
    'last page': `bills?page=${last}`,
    sums: 'bills/totals?',
  }
  const figures: Figure[] = [
    { what: 'first look at the moment, which prepares it', value: ms(first.ms) },
  ]
  for (const [what, path] of Object.entries(walks)) {
    const past = `${path}&asOf=${moment}`
    const anew = await ask(past)
    await ask(path)
    const taken = await inTurn(times, { current: () => ask(path), former: () => ask(past) })
    const [current, former] = [taken.current, taken.former].map((some) =>
      median(some.map((each) => each.ms)),
    )
    const line = `${what} (the first time ${ms(anew.ms)})`
    figures.push(time(line, ['then', former ?? Number.NaN], ['now', current ?? Number.NaN]))
  }
  printTable(
    `Bills as they were before ${changes.toLocaleString('en')} changes (median of ${times})`,
    figures,
  )
}

/** Adds bills and changes them; returns the moment between. */
async function makeHistory(place: Place): Promise<string> {
  const connection = await openConnection(place, { share: true })
  const { db } = connection
  const actor = { system: 'seed', batch: newId() } as const
  const bill = (n: number) => ({
    id: newId(),
    number: `B-${n}`,
    title: n % 3 === 0 ? `Hall rental ${n}` : `Membership ${n}`,
    payer_name: `Payer ${n % 1000}`,
    amount: (n * 7919) % 100_000,
    currency: n % 2 ? 'EUR' : 'USD',
    status: (['draft', 'due', 'overdue'] as const)[n % 3],
    due_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
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
    await wait(50)
    const moment = new Date().toISOString()
    await wait(50)
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
