// Starts the cluster, lets its faults happen under load, and says what came of it; scripts/test-cluster.mjs starts this.
import { parseArgs } from 'node:util'
import { s3Storage } from '../apps/server/src/storage/s3.ts'
import { openTestBucket } from '../apps/server/src/testing/bucket.ts'
import { endure, faults, type Outage, type Parts } from './faults.ts'
import { tell } from './figures.ts'
import { checkEverything } from './final-checks.ts'
import { Ledger } from './lib/ledger.ts'
import { DatabaseMachines } from './parts/database-machines.ts'
import { makeNetwork } from './parts/network.ts'
import { startProxies } from './parts/proxies.ts'
import { Stewards, ways } from './parts/stewards.ts'
import { startWorkload } from './workload/workload.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nightly: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: Object.keys(faults) },
    way: { type: 'string', multiple: true, default: Object.keys(ways) },
    times: { type: 'string' },
  },
})
const folder = positionals[0] as string
const times = Number(values.times ?? (values.nightly ? 10 : 3))
const began = performance.now()
const ledger = new Ledger()
const outages: Outage[] = []

// Whatever hangs, the command ends: a fault with everything around it takes a minute or so.
const limit = (values.way.length * values.only.length * times * 3 + 15) * 60_000
setTimeout(() => {
  console.error('The cluster test took too long.')
  process.exit(1)
}, limit)

const database = new DatabaseMachines(folder)
const bucket = await openTestBucket()
// S3rver removes a folder that has become empty, with what is being put into it meanwhile.
await s3Storage(bucket.target, folder).save('imports/kept', Buffer.from('Not an import.'))

async function tryWay(way: keyof typeof ways): Promise<void> {
  const stewards = new Stewards(folder, way, bucket.url)
  await stewards.start()
  console.log(`${way}: two Stewards, three machines of the database`)
  const parts: Parts = { database, stewards }
  const workload = await startWorkload(ledger, way)
  for (const fault of values.only)
    for (let round = 0; round < times; round += 1)
      outages.push(await endure(fault, round, parts, ledger))
  await workload.stop()
  await checkEverything(parts, ledger, folder)
  await stewards.stop()
}

let isWhole = true
try {
  await makeNetwork()
  await database.start()
  await startProxies(folder)
  for (const way of values.way as (keyof typeof ways)[]) await tryWay(way)
} catch (error) {
  isWhole = false
  console.error(error)
}
const isMet = tell(ledger, outages, (performance.now() - began) / 60_000)
await bucket.dispose()
process.exit(isWhole && isMet ? 0 : 1)
