import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import { openConnection, reasonOf } from '../db/connection/connection.ts'
import { OperatorError } from '../operator-error.ts'
import { type Answer, firstDifference, p95 } from './compare.ts'
import { before, type Read, readsOfContract, readsOfRecords } from './reads.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { runVersion, type Served, serveVersion, type Version } from './version.ts'

export interface Rehearsal {
  /** The path of the backup. */
  backup: string
  /** The folder of the version that wrote it. */
  old: string
  /** A database of the PostgreSQL server to work on; undefined for embedded engines. */
  databaseUrl: string | undefined
  /** What to ask; without, what follows from the contract. */
  reads: readonly Read[] | undefined
  /** How many times the old version's p95 a call may take, beyond {@link floorMs}. */
  factor: number
  signal: AbortSignal
  tell: (line: Said) => void
}

/** What a rehearsal has found. */
export interface Rehearsed {
  reads: number
  migrateMs: number
  /** A read that was answered otherwise, and the first place where. */
  differences: { address: string; words: Said }[]
  /** The times of each call, the slowest first. */
  calls: { call: string; oldMs: number; newMs: number; isSlow: boolean }[]
}

/** How often each read is measured, in turns; and where a call seems to be slow. */
const rounds = 4
const slowRounds = 20
/** What a call may take longer in any case: below, times on a busy machine say nothing. */
const floorMs = 50

const ownFolder = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Restores a backup aside with the version that wrote it, migrates a copy with this one, asks servers of both the
 * same, and compares answers and times. Takes everything away in the end.
 * @throws {OperatorError} where a version can't restore, migrate or serve
 */
export async function rehearse(given: Rehearsal): Promise<Rehearsed> {
  const { signal, tell } = given
  const old: Version = { name: 'old', folder: given.old }
  const now: Version = { name: 'new', folder: ownFolder }
  const account = { email: 'rehearsal@steward.invalid', password: randomBytes(24).toString('hex') }
  const undo: (() => Promise<void>)[] = []
  try {
    tell(msg('restoring the backup with the old version'))
    const copy = await makeScratch(given.databaseUrl)
    undo.unshift(copy.remove)
    await runVersion(old, copy, ['restore', given.backup], { signal })
    const restoredAt = new Date().toISOString()
    const create = ['admin', 'create', account.email, '--owner', '--password-stdin']
    await runVersion(old, copy, create, { input: account.password, signal })
    await calmDown(copy)
    const after = await copy.copy()
    undo.unshift(after.remove)
    tell(msg('migrating a copy with the new version'))
    const began = performance.now()
    tell((await runVersion(now, after, ['migrate'], { signal })).trim())
    const migrateMs = performance.now() - began
    const servers: Served[] = []
    for (const [version, scratch] of [
      [old, copy],
      [now, after],
    ] as const) {
      const served = await serveVersion(version, scratch, signal)
      servers.push(served)
      undo.unshift(served.stop)
    }
    const askers = await Promise.all(servers.map((each) => signIn(each, account, signal)))
    return { migrateMs, ...(await compare(askers as [Ask, Ask], given, restoredAt)) }
  } finally {
    const ends = []
    for (const each of undo) ends.push(await each().catch((error: unknown) => error))
    const failed = ends.filter((end) => end !== undefined)
    // What failed before matters more, and is not hidden by this.
    if (failed.length > 0)
      tell(
        say(
          'a copy was not removed: {reasons}. Look for databases and temporary folders called steward_rehearsal_… and steward-rehearsal-….',
          { reasons: failed.map(reasonOf).join('; ') },
        ),
      )
  }
}

/** Keeps what waits in the copy from being done there, and a second factor from being asked of the account. */
async function calmDown({ settings }: Scratch): Promise<void> {
  const { DATA_DIR = '', DATABASE_URL } = settings
  const connection = await openConnection({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
  try {
    const { db } = connection
    await sql`update jobs set status = 'paused' where status in ('waiting', 'running')`.execute(db)
    await sql`update roles set require_second_factor = false`.execute(db)
  } finally {
    await connection.close()
  }
}

type Ask = (address: string) => Promise<Answer>

async function signIn(
  { url }: Served,
  account: { email: string; password: string },
  signal: AbortSignal,
): Promise<Ask> {
  const answer = await fetch(`${url}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
    signal,
  })
  const { data, message } = (await answer.json()) as { data?: { token?: string }; message?: string }
  if (!data?.token)
    throw new OperatorError(say('Nobody can sign in to the copy: {message}', { message }))
  const headers = { authorization: `Bearer ${data.token}` }
  return async (address) => {
    const started = performance.now()
    const asked = await fetch(`${url}${address}`, { headers, signal })
    const text = await asked.text()
    const ms = performance.now() - started
    return { status: asked.status, body: parsed(text), ms }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function compare(
  asks: readonly [Ask, Ask],
  { reads, factor, tell }: Rehearsal,
  restoredAt: string,
): Promise<Omit<Rehearsed, 'migrateMs'>> {
  const differences: Rehearsed['differences'] = []
  const asked = new Map<string, Read>()
  const look = async (read: Read): Promise<unknown> => {
    asked.set(read.address, read)
    const [old, now] = [await asks[0](read.address), await asks[1](read.address)]
    const words =
      old.status === now.status
        ? firstDifference(old.body, now.body)
        : say('status {now}, and was {old}', { now: now.status, old: old.status })
    if (words !== undefined) differences.push({ address: read.address, words })
    return old.body
  }
  tell(msg('comparing answers'))
  for (const each of reads ?? readsOfContract()) {
    const read = before(each, restoredAt)
    const body = await look(read)
    if (reads) continue
    for (const one of readsOfRecords(read.call, body)) if (!asked.has(one.address)) await look(one)
  }
  tell(msg('comparing times'))
  const all = [...asked.values()]
  const calls = await measure(asks, all, rounds, factor)
  // One answer that happened to be late is no measure: what seems slow is asked again, more often.
  const seemsSlow = new Set(calls.flatMap(({ call, isSlow }) => (isSlow ? [call] : [])))
  const again = all.filter(({ call }) => seemsSlow.has(call))
  const surer = await measure(asks, again, slowRounds, factor)
  const others = calls.filter(({ call }) => !seemsSlow.has(call))
  return {
    reads: asked.size,
    differences,
    calls: [...surer, ...others].toSorted((a, b) => b.newMs - b.oldMs - (a.newMs - a.oldMs)),
  }
}

async function measure(
  [askOld, askNew]: readonly [Ask, Ask],
  reads: readonly Read[],
  times: number,
  factor: number,
): Promise<Rehearsed['calls']> {
  const taken = new Map<string, { old: number[]; now: number[] }>()
  for (let round = 0; round < times; round += 1) {
    for (const { address, call } of reads) {
      const own = taken.get(call) ?? { old: [], now: [] }
      taken.set(call, own)
      own.old.push((await askOld(address)).ms)
      own.now.push((await askNew(address)).ms)
    }
  }
  return [...taken].map(([call, { old, now }]) => {
    const [oldMs, newMs] = [p95(old), p95(now)]
    return { call, oldMs, newMs, isSlow: newMs > oldMs * factor + floorMs }
  })
}
