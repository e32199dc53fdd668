import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { link, lstat, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import { OperatorError } from '../operator-error.ts'

/** Begins a file of mode 0600; throws an OperatorError where it exists, unless `force` is set. */
export async function openOutput(path: string, options: { force: boolean }) {
  await mustBeFree(path, options.force)
  await removeLeft(dirname(path))
  const part = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`)
  // The file is flushed to the disk before it gets its name.
  const stream = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  await once(stream, 'open').catch((error) => {
    throw problemWith(path, error)
  })
  const atExit = () => rmSync(part, { force: true })
  process.once('exit', atExit)
  return {
    stream,
    /** Gives the file its name after the stream has ended; returns its size in bytes. */
    keep: async (): Promise<number> => {
      try {
        if (!stream.closed) await once(stream, 'close')
        const { size } = await lstat(part)
        await name(part, path, options.force)
        return size
      } catch (error) {
        throw problemWith(path, error)
      }
    },
    discard: async (): Promise<void> => {
      stream.destroy()
      await rm(part, { force: true })
      process.off('exit', atExit)
    },
  }
}

/** The names of unfinished files, see {@link openOutput}. */
const unfinished = /^\..+\.[0-9a-f]{12}\.part$/

const dayMs = 86_400_000

/** Removes unfinished files of processes that were killed: those that nobody has written to for a day. */
async function removeLeft(folder: string): Promise<void> {
  // Whether a file can be written doesn't depend on it, such as in a folder that can't be listed.
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => unfinished.test(each))) {
    const path = join(folder, name)
    const there = await lstat(path).catch(() => undefined)
    if (there?.isFile() && Date.now() - there.mtimeMs > dayMs) await rm(path).catch(() => {})
  }
}

async function mustBeFree(path: string, force: boolean): Promise<void> {
  const there = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw problemWith(path, error)
  })
  if (there && !there.isFile()) throw new OperatorError(say('{path} is not a file.', { path }))
  if (there && !force) {
    throw new OperatorError(
      say('{path} already exists. Name another file or use --force.', { path }),
    )
  }
}

async function name(part: string, path: string, force: boolean): Promise<void> {
  if (force) return await rename(part, path)
  try {
    // Unlike a rename, a link doesn't replace a file that somebody has made meanwhile.
    await link(part, path)
    await rm(part, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') await mustBeFree(path, force)
    // Some file systems have no hard links.
    await rename(part, path)
  }
}

export function problemWith(path: Said, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    ENOENT: msg('there is no such folder'),
    ENOTDIR: msg('there is no such folder'),
    EACCES: msg('this account has no permission to write there'),
    EPERM: msg('this account has no permission to write there'),
    EROFS: msg('its file system is read-only'),
    ENOSPC: msg('the disk is full'),
    EDQUOT: msg('the disk quota is exceeded'),
    EFBIG: msg('its file system doesn’t support files of that size'),
    EIO: msg('the disk failed'),
    EPIPE: msg('the reader has closed it'),
  }
  const reason = reasons[code ?? '']
  return reason
    ? new OperatorError(
        say("{path} can't be written: {reason}.", { path: nested(path), reason: nested(reason) }),
      )
    : error
}
