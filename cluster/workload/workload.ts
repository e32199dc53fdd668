import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '../lib/client.ts'
import type { Ledger } from '../lib/ledger.ts'
import { creating } from './creating.ts'
import { editing, makeRegister, type Register, reading } from './editing.ts'
import { workingInBulk } from './in-bulk.ts'
import { listening, type Told } from './listening.ts'

const sizes = { creators: 3, editors: 3, readers: 2, bulk: 2, registers: 5 }

/** What runs while machines are lost. */
export interface Workload {
  told: Told
  /** Ends after the acts at hand. */
  stop(): Promise<void>
}

/** Starts clients that write and read without a pause, each with a session of its own. */
export async function startWorkload(ledger: Ledger, phase: string): Promise<Workload> {
  let over = false
  let listenerOver = false
  const isOver = () => over
  const told: Told = { ids: new Set(), unnamedAt: new Map() }
  const signedIn = async () => {
    const client = new Client(ledger)
    await client.signIn()
    return client
  }
  const first = await signedIn()
  const registers: Register[] = []
  for (let n = 0; n < sizes.registers; n += 1)
    registers.push(await makeRegister(first, ledger, `${phase}register${n}`))
  const several = (count: number, work: (client: Client, n: number) => Promise<void>) =>
    Array.from({ length: count }, async (_, n) => work(await signedIn(), n))
  const listener = listening(first, ledger, told, () => listenerOver)
  const working = [
    ...several(sizes.creators, (client, n) =>
      creating(client, ledger, `${phase}creator${n}`, isOver),
    ),
    ...several(sizes.editors, (client, n) =>
      editing(client, ledger, `${phase}editor${n}`, registers, isOver),
    ),
    ...several(sizes.readers, (client) => reading(client, ledger, registers, isOver)),
    ...several(sizes.bulk, (client, n) =>
      workingInBulk(client, ledger, `${phase}bulk${n}`, isOver),
    ),
  ]
  return {
    told,
    stop: async () => {
      over = true
      await Promise.all(working)
      await untilTold(ledger, told, phase)
      listenerOver = true
      await listener
    },
  }
}

/** How long after the last change the stream may take to tell of all of them, in milliseconds. */
const tellingMs = 30_000

/** Waits until the stream has told of every record that was created, or has said to load everything anew. */
async function untilTold(ledger: Ledger, told: Told, phase: string): Promise<void> {
  const end = performance.now() + tellingMs
  // A change may be told before its own answer comes.
  const unnamedSince = (area: string, time: number) =>
    [area, 'all'].some((each) => (told.unnamedAt.get(each) ?? 0) > time - 2_000)
  const untold = () =>
    ledger.made.filter(
      ({ table, title, id, acknowledged = Infinity }) =>
        title.startsWith(phase) && id && !told.ids.has(id) && !unnamedSince(table, acknowledged),
    )
  while (untold().length > 0 && performance.now() < end) await wait(200)
  for (const { table, title } of untold().slice(0, 20))
    ledger.find('changes not told to a stream', `${table} ${title}`)
}
