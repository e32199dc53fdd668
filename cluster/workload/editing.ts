import { setTimeout as wait } from 'node:timers/promises'
import { type Client, isDone } from '../lib/client.ts'
import type { Ledger } from '../lib/ledger.ts'
import { listed } from './listed.ts'

/** A task that several clients edit at once. */
export interface Register {
  id: string
  /** A word of its title that stays. */
  word: string
}

interface Task {
  title: string
  version: number
}

/** Makes a task for `editing`. */
export async function makeRegister(
  client: Client,
  ledger: Ledger,
  word: string,
): Promise<Register> {
  const title = `${word} first`
  const invoked = performance.now()
  const { data } = await client.call('tasks.create', { body: { title } })
  const completed = ledger.acknowledge()
  ledger.note(data._id, { kind: 'write', version: data.version, value: title, invoked, completed })
  return { id: data._id, word }
}

/** Reads a register by its details, and notes what it read. */
export async function readRegister(
  client: Client,
  ledger: Ledger,
  { id }: Register,
): Promise<Task | undefined> {
  const invoked = performance.now()
  const { status, data } = await client.call('tasks.details', { params: { id } })
  if (status !== 200) return undefined
  noteRead(ledger, id, data, invoked)
  return data
}

function noteRead(
  ledger: Ledger,
  id: string,
  { title, version }: Task,
  invoked: number,
  kind: 'read' | 'list' = 'read',
): void {
  const completed = performance.now()
  ledger.note(id, { kind, version, value: title, invoked, completed })
}

/** Edits registers with a check of the version until it is told to stop, and looks for each edit in the list. */
export async function editing(
  client: Client,
  ledger: Ledger,
  name: string,
  registers: readonly Register[],
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const register = registers[Math.floor(Math.random() * registers.length)] as Register
    const { id, word } = register
    const before = await readRegister(client, ledger, register)
    if (!before) continue
    const title = `${word} ${name}n${n}`
    const invoked = performance.now()
    const body = { title, version: before.version }
    const answer = await client.call('tasks.update', { params: { id }, body })
    if (isDone(answer)) {
      const completed = ledger.acknowledge()
      const version = answer.data?.version ?? before.version + 1
      ledger.note(id, { kind: 'write', version, value: title, invoked, completed })
      const rows = await listed(client, 'tasks.list', { search: word })
      const seen = rows?.find((row) => row['_id'] === id)?.['version'] as number | undefined
      if (rows && (seen === undefined || seen < version)) {
        const words = `version ${version} of ${word}, whose list shows ${seen ?? 'none'}`
        ledger.find('own writes not read', words)
      }
    } else if (answer.code === 'out_of_date') {
      if (answer.data) noteRead(ledger, id, answer.data, invoked)
    } else if (answer.status === 0) {
      const version = before.version + 1
      const completed = Number.POSITIVE_INFINITY
      ledger.note(id, { kind: 'write', version, value: title, invoked, completed })
    }
    await wait(30)
  }
}

/** Reads registers by the list, which a standby may answer, and notes what it read. */
async function readList(client: Client, ledger: Ledger, registers: readonly Register[]) {
  const invoked = performance.now()
  const rows = (await listed(client, 'tasks.list', { search: 'register' })) ?? []
  for (const { id } of registers) {
    const row = rows.find((each) => each['_id'] === id)
    if (row) noteRead(ledger, id, row as unknown as Task, invoked, 'list')
  }
}

/** Reads registers until it is told to stop, each by itself and all by their list. */
export async function reading(
  client: Client,
  ledger: Ledger,
  registers: readonly Register[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const register = registers[Math.floor(Math.random() * registers.length)] as Register
    await readRegister(client, ledger, register)
    await readList(client, ledger, registers)
    await wait(30)
  }
}
