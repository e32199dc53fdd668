import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { entries } from './format.ts'
import { tap } from './tap.ts'

export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

export type ArchiveWriter = ReturnType<typeof writeArchive>

/** Begins an archive that is written to `sink`; the sink ends with the archive. */
export function writeArchive(sink: Writable, createdAt: Date) {
  const archive = pack()
  const whole = createHash('sha256')
  const written = pipeline(
    archive,
    // A higher level takes much longer for a few percent less.
    createGzip({ level: 4 }),
    (bytes) => tap(bytes, (chunk) => whole.update(chunk)),
    sink,
  )
  // A failure reaches the caller of `finish`, or of the `add…` that can't go on.
  written.catch(() => {})
  const sums: string[] = []

  const put = async (
    name: string,
    size: number,
    bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  ) => {
    const sum = createHash('sha256')
    const { promise: through, resolve, reject } = Promise.withResolvers<void>()
    through.catch(() => {})
    try {
      const entry = archive.entry({ name, size, mode: 0o600, mtime: createdAt }, (error) =>
        error ? reject(error) : resolve(),
      )
      await pipeline(
        tap(bytes, (chunk) => sum.update(chunk)),
        entry,
      )
      await through
    } catch (error) {
      await written
      throw error
    }
    sums.push(`${sum.digest('hex')}  ${name}\n`)
  }
  const add = async (name: string, content: Buffer | string) => {
    const bytes = Buffer.from(content)
    await put(name, bytes.length, [bytes])
  }

  return {
    add,
    /** Adds a file from the disk; returns whether the file exists. */
    addFile: async (name: string, path: string): Promise<boolean> => {
      const file = await open(path).catch(ifMissing(null))
      if (!file) return false
      try {
        // Where the file grows meanwhile, reads no more than the size in the header.
        const { size } = await file.stat()
        const end = size - 1
        const bytes = size > 0 ? file.createReadStream({ autoClose: false, start: 0, end }) : []
        await put(name, size, bytes as AsyncIterable<Buffer> | Buffer[])
        return true
      } finally {
        await file.close()
      }
    },
    /** Adds the checksums and ends the archive; returns its SHA-256 in hexadecimal. */
    finish: async (): Promise<string> => {
      await add(entries.sums, sums.join(''))
      archive.finalize()
      await written
      return whole.digest('hex')
    },
    abandon: async (error: Error): Promise<void> => {
      archive.destroy(error)
      await written.catch(() => {})
    },
  }
}
