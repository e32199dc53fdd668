import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { link, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'

/** The longest path of a directory in which our names still fit a Unix socket's path. */
const longestDirectory = 107 - '/lock.00000000-0000-0000-0000-000000000000'.length

/**
 * The directory of the socket, private to this account: in the data directory or, if that path is too long, a
 * temporary one named after it.
 * @throws {OperatorError} if something else has its name
 */
export async function socketDirectory(dataDir: string): Promise<string> {
  const real = await realpath(dataDir)
  const inside = join(real, 'run')
  const short = createHash('sha256').update(real).digest('hex').slice(0, 16)
  const directory =
    Buffer.byteLength(inside) <= longestDirectory ? inside : join(tmpdir(), `steward-${short}`)
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await mustBeOwn(directory, (await lstat(real)).uid)
  }
  return directory
}

/** Checks that no other account made the directory first; `owner` is that of the data directory. */
async function mustBeOwn(directory: string, owner: number): Promise<void> {
  if (process.platform === 'win32') return
  const there = await lstat(directory)
  const own = there.uid === process.getuid?.() || there.uid === owner
  if (there.isDirectory() && own && (there.mode & 0o777) === 0o700) return
  throw new OperatorError(
    say(
      '{directory} is not a directory of this account that nobody else can look into (mode 0700), as the socket of the database needs it. Remove it and start again.',
      { directory },
    ),
  )
}

export function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

export const lockPath = (directory: string) => join(directory, 'lock')

/**
 * Takes a lock: a listening socket, which ends with its process, under a hard link, which only one process can
 * make.
 * @returns a function that releases the lock; null if another process holds it
 */
export async function takeLock(directory: string): Promise<(() => Promise<void>) | null> {
  const path = lockPath(directory)
  const own = join(directory, `lock.${randomUUID()}`)
  const server = createServer((socket) => socket.destroy()).unref()
  await once(server.listen(own), 'listening')

  const giveUp = async () => {
    await new Promise((done) => server.close(done))
    await rm(own, { force: true })
  }

  for (;;) {
    try {
      await link(own, path)
      return async () => {
        await rm(path, { force: true })
        await giveUp()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        await giveUp()
        throw error
      }
    }
    if ((await answers(path)) || !(await clearStale(path))) {
      await giveUp()
      return null
    }
  }
}

/** Removes the lock of a dead process. It is moved first, since another process may take it meanwhile. */
async function clearStale(path: string): Promise<boolean> {
  const aside = `${path}.stale.${process.pid}`
  try {
    await rename(path, aside)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
  const alive = await answers(aside)
  if (alive) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
  return !alive
}
