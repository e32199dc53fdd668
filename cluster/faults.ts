import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './lib/ledger.ts'
import { until } from './lib/until.ts'
import { type DatabaseMachines, type Machine, machines } from './parts/database-machines.ts'
import { ports } from './parts/proxies.ts'
import type { Stewards } from './parts/stewards.ts'

/** The parts that faults happen to. */
export interface Parts {
  database: DatabaseMachines
  stewards: Stewards
}

interface Fault {
  /** The longest time without an acknowledged write, in seconds. */
  maxSeconds: number
  /** Whether another machine has to become the primary. */
  movesPrimary: boolean
  /** Does it; returns what takes it back. */
  happen(parts: Parts, primary: Machine, round: number): Promise<() => Promise<void>>
}

const nothing = async () => {}

/** How far behind the replica stays. */
const behind = '10s'

export const faults: Readonly<Record<string, Fault>> = {
  killed: {
    maxSeconds: 15,
    movesPrimary: true,
    happen: async ({ database }, primary) => {
      await database.kill(primary)
      return async () => database.startMachine(primary)
    },
  },
  frozen: {
    maxSeconds: 40,
    movesPrimary: true,
    happen: async ({ database }, primary) => {
      await database.freeze(primary)
      return () => database.thaw(primary)
    },
  },
  'cut-off': {
    maxSeconds: 40,
    movesPrimary: true,
    happen: async ({ database }, primary) => {
      await database.cutOff(primary)
      return () => database.reconnect(primary)
    },
  },
  'switched-over': {
    maxSeconds: 15,
    movesPrimary: true,
    happen: async ({ database }, primary) => {
      await database.switchOver(primary)
      return nothing
    },
  },
  'instance-killed': {
    maxSeconds: 15,
    movesPrimary: false,
    happen: async ({ stewards }, _primary, round) => {
      const port = ports.stewards[round % ports.stewards.length] as number
      await stewards.kill(port)
      return async () => {
        stewards.startOne(port)
        await stewards.untilReady(port)
      }
    },
  },
  'replica-behind': {
    maxSeconds: 15,
    movesPrimary: false,
    happen: async ({ database }, primary, round) => {
      const replicas = machines.filter(({ name }) => name !== primary.name)
      const replica = replicas[round % replicas.length] as Machine
      await database.delayReplay(replica, behind)
      // Long enough that the replica lacks everything written since.
      await wait(15_000)
      return () => database.delayReplay(replica, '0')
    },
  },
}

/** How a fault went. */
export interface Outage {
  fault: string
  secondsWithoutWrites: number
  maxSeconds: number
}

/** Lets a fault happen to a whole cluster under load, and waits until the cluster is whole again. */
export async function endure(
  name: string,
  round: number,
  parts: Parts,
  ledger: Ledger,
): Promise<Outage> {
  const { maxSeconds, movesPrimary, happen } = faults[name] as Fault
  const { database } = parts
  const primary = await database.untilWhole()
  await wait(3_000)
  const from = performance.now()
  const takeBack = await happen(parts, primary, round)
  if (movesPrimary)
    await until('another primary', 90, async () => {
      const now = await database.primary()
      return now && now.name !== primary.name
    })
  await untilWritten(ledger)
  await takeBack()
  await database.untilWhole()
  await untilWritten(ledger)
  const secondsWithoutWrites = ledger.longestPause(from, performance.now())
  console.log(`  ${name}: ${secondsWithoutWrites.toFixed(1)} s without an acknowledged write`)
  return { fault: name, secondsWithoutWrites, maxSeconds }
}

/** Waits until writes are acknowledged for five seconds in a row. */
async function untilWritten(ledger: Ledger): Promise<void> {
  await until('acknowledged writes', 120, async () => {
    const now = performance.now()
    return [0, 1, 2, 3, 4].every((seconds) => {
      const [from, to] = [now - (seconds + 1) * 1_000, now - seconds * 1_000]
      return ledger.acknowledgements.slice(-2_000).some((time) => time > from && time <= to)
    })
  })
}
