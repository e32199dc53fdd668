import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import { OperatorError } from '../../operator-error.ts'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryColumn } from '../connection/query.ts'

/** The files copied last: the write-ahead log, and at the very end the control file, where recovery begins. */
const later = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', join('global', 'pg_control')])

const segment = /^[0-9A-F]{24}$/

/** The beginning of the log was overwritten during the copy. */
class LogGone extends Error {}

interface Copied {
  from: string
  to: string
  signal: AbortSignal
}

/**
 * Makes an online base backup of an embedded engine, one at a time under a lock; other work waits for moments
 * only. It holds all transactions that ended before the backup did. `to` must be empty; throws OperatorError
 * without room.
 */
export async function copyOnline(db: Db, from: string, to: string, signal: AbortSignal) {
  const copied = { from, to, signal }
  await mustHaveRoom(copied)
  try {
    await copyFiles(db, copied, false)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw tooLittleRoom(to)
    if (!(error instanceof LogGone)) throw error
    await rm(to, { recursive: true })
    await mkdir(to, { mode: 0o700 })
    await copyFiles(db, copied, true)
  }
}

const tooLittleRoom = (to: string) =>
  new OperatorError(
    say(
      'There is too little room in {to} for a copy of the embedded database, which a backup needs while it is made.',
      { to },
    ),
  )

/** The bytes left free for the log: without room for it the engine ends. */
const reserve = 64 * 1_048_576

async function mustHaveRoom({ from, to }: Copied): Promise<void> {
  const { bavail, bsize } = await statfs(to)
  const probe = join(to, 'probe')
  // Copies that share blocks take no room.
  const shared = await copyFile(join(from, 'PG_VERSION'), probe, constants.COPYFILE_FICLONE_FORCE)
    .then(() => true)
    .catch(() => false)
  await rm(probe, { force: true })
  const wanted = reserve + (shared ? 0 : await bytesOf(from))
  if (bavail * bsize < wanted) throw tooLittleRoom(to)
}

async function bytesOf(folder: string): Promise<number> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = found.filter((entry) => entry.isFile())
  const sizes = files.map(({ parentPath, name }) =>
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Copies the files; with `alone` the engine is locked for all others meanwhile. */
async function copyFiles(db: Db, copied: Copied, alone: boolean): Promise<void> {
  try {
    if (!alone) {
      await begin(db)
      await copyFolder(copied, '.')
      await copyLog(copied, await currentSegment(db))
    }
    await db.transaction().execute(async (tx) => {
      // The transaction locks all others out of the engine, so that nobody writes the log on from here.
      if (alone) {
        await begin(tx)
        await copyFolder(copied, '.')
      }
      await end(tx, copied)
    })
  } catch (error) {
    // Frees room for the log that ending the backup writes.
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC'
    if (full) await rm(copied.to, { recursive: true, force: true })
    await sql`select pg_backup_stop(false)`.execute(db).catch(() => {})
    throw error
  }
}

async function begin(db: Db): Promise<void> {
  const started = sql`select pg_backup_start('steward', fast => true)`
  try {
    await started.execute(db)
  } catch (error) {
    // The engine has one session: an interrupted backup left it in backup mode.
    if ((error as { code?: string }).code !== '55000') throw error
    await sql`select pg_backup_stop(false)`.execute(db)
    await started.execute(db)
  }
}

async function copyFolder(copied: Copied, folder: string): Promise<void> {
  const { from, to, signal } = copied
  for (const entry of await readdir(join(from, folder), { withFileTypes: true })) {
    signal.throwIfAborted()
    const path = join(folder, entry.name)
    if (later.has(path)) continue
    if (entry.isDirectory()) {
      await mkdir(join(to, path), { recursive: true, mode: 0o700 })
      await copyFolder(copied, path)
    } else {
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone)
    }
  }
}

/** Ignores a file that is gone: recovery removes it from the copy as well. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** The name of the log segment that is being written. */
async function currentSegment(db: Db): Promise<string> {
  return (await queryColumn(db)`select pg_walfile_name(pg_current_wal_lsn())`)[0] ?? ''
}

/** Copies the full segments of the log before the given one; they don't change any more. */
async function copyLog({ from, to }: Copied, before: string): Promise<void> {
  await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  await mkdir(join(to, 'pg_wal', 'summaries'), { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(join(to, 'pg_wal')))
  const names = (await readdir(join(from, 'pg_wal'))).filter((name) => segment.test(name))
  for (const name of names.filter((each) => each < before && !there.has(each))) {
    const path = join('pg_wal', name)
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone)
  }
}

/** Ends the backup: copies the rest of the log, and writes where recovery begins. */
async function end(tx: Db, copied: Copied): Promise<void> {
  const { from, to } = copied
  const rows = await queryAll(tx)<{ labelfile: string; first: string }>`
    select labelfile,
      substring(labelfile from 'START WAL LOCATION: [^ ]+ [(]file ([0-9A-F]+)[)]') as first
    from pg_backup_stop(wait_for_archive => false)`
  const [stopped] = rows
  if (!stopped) throw new Error('the engine did not say where its log began')
  // Ending the backup also ends a segment, so the next one is empty.
  await copyLog(copied, await currentSegment(tx))
  if (!(await readdir(join(from, 'pg_wal'))).includes(stopped.first)) {
    throw new LogGone(`${stopped.first} is gone`)
  }
  const control = join('global', 'pg_control')
  await copyFile(join(from, control), join(to, control))
  await writeFile(join(to, 'backup_label'), stopped.labelfile, { mode: 0o600 })
}
