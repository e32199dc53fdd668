import { setTimeout as wait } from 'node:timers/promises'
import type { EndpointName } from '@steward/contract/calls/routes'
import { type Client, isDone } from '../lib/client.ts'
import type { Ledger, Made } from '../lib/ledger.ts'
import { listed } from './listed.ts'

const areas: Record<Made['table'], { body: (title: string) => object; call: string }> = {
  tasks: { call: 'tasks', body: (title) => ({ title }) },
  categories: { call: 'categories', body: (name) => ({ name }) },
  bills: {
    call: 'bills',
    body: (title) => ({
      data: { title, payer: { _id: null, name: 'Somebody' }, amount: 100, currency: 'EUR' },
    }),
  },
  users: { call: 'users', body: (name) => ({ name, email: null, type: 'member' }) },
}
const tables = Object.keys(areas) as Made['table'][]

/** Creates records until it is told to stop, and looks for each at once. */
export async function creating(
  client: Client,
  ledger: Ledger,
  name: string,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const table = tables[n % tables.length] as Made['table']
    const { call, body } = areas[table]
    const made: Made = { table, title: `${name}n${n}`, acknowledged: undefined }
    ledger.made.push(made)
    const answer = await client.call(`${call}.create` as EndpointName, { body: body(made.title) })
    if (isDone(answer)) {
      made.acknowledged = ledger.acknowledge()
      made.id = answer.data?._id
      await readBack(client, ledger, made, call)
    }
    await wait(30)
  }
}

async function readBack(client: Client, ledger: Ledger, made: Made, call: string): Promise<void> {
  const { title, id } = made
  if (id) {
    const { status } = await client.call(`${call}.details` as EndpointName, { params: { id } })
    if (status !== 200 && status !== 0)
      ledger.find('own writes not read', `${call} ${title} by its id: ${status}`)
  }
  const rows = await listed(client, `${call}.list` as EndpointName, { search: title })
  if (!rows) return
  const found = rows.filter((row) => [row['title'], row['name']].includes(title))
  if (found.length === 0) ledger.find('own writes not read', `${call} ${title} in its list`)
  made.id ??= found[0]?.['_id'] as string | undefined
}
