import { mkdir } from 'node:fs/promises'
import { DatabaseMachines } from './parts/database-machines.ts'
import { makeNetwork } from './parts/network.ts'
import { startProxies } from './parts/proxies.ts'
import { Stewards } from './parts/stewards.ts'

const folder = process.argv[2] as string
await makeNetwork()
const t = performance.now()
const database = new DatabaseMachines(folder)
await database.start()
console.log('db', performance.now() - t)
await startProxies(folder)
await mkdir(folder, { recursive: true })
const stewards = new Stewards(folder, 'direct')
await stewards.start()
console.log('stewards', performance.now() - t)
console.log(await database.members())
await stewards.stop()
