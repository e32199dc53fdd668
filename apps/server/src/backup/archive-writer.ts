import { createHash, hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { entries } from './format.ts'

/** A backup that is being written; the reader of its output sets the pace. */
export interface ArchiveWriter {
  /** Adds an entry. */
  add(name: string, content: Buffer | string): Promise<void>
  /**
   * Adds a file as it stands.
   * @returns its bytes, or null where it is gone
   */
  addFile(name: string, path: string): Promise<number | null>
  /** Adds the checksums and ends the archive. @returns the SHA-256 of the whole file, in hexadecimal */
  finish(): Promise<string>
  /** Ends it in the middle. */
  abandon(error: Error): Promise<void>
}

/** Little of the time goes into the last few percent of size. */
const compression = { level: 4 }

/** Begins a backup. @param sink is ended with it */
export function writeArchive(sink: Writable, createdAt: Date): ArchiveWriter {
  const archive = pack()
  const sum = createHash('sha256')
  const summing = async function* (bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      sum.update(chunk)
      yield chunk
    }
  }
  const written = pipeline(archive, createGzip(compression), summing, sink)
  // Whoever waits is told by `finish`, or by the entry that can't go on.
  written.catch(() => {})
  const sums: string[] = []
  const head = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: createdAt })
  /** What went wrong first, such as a full disk, and not what came of it. */
  const or = async (work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      await written
      throw error
    }
  }

  const add = async (name: string, content: Buffer | string) => {
    const bytes = Buffer.from(content)
    await or(addEntry(archive, head(name, bytes.length), [bytes]))
    sums.push(`${hash('sha256', bytes)}  ${name}\n`)
  }

  return {
    add,
    addFile: async (name, path) => {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (!file) return null
      try {
        const { size } = await file.stat()
        const sum = createHash('sha256')
        const bytes = file.createReadStream({
          autoClose: false,
          start: 0,
          end: Math.max(0, size - 1),
        })
        const seen = async function* () {
          if (size === 0) return
          for await (const chunk of bytes as AsyncIterable<Buffer>) {
            sum.update(chunk)
            yield chunk
          }
        }
        await or(addEntry(archive, head(name, size), seen()))
        sums.push(`${sum.digest('hex')}  ${name}\n`)
        return size
      } finally {
        await file.close()
      }
    },
    finish: async () => {
      const bytes = Buffer.from(sums.join(''))
      await or(addEntry(archive, head(entries.sums, bytes.length), [bytes]))
      archive.finalize()
      await written
      return sum.digest('hex')
    },
    abandon: async (error) => {
      archive.destroy(error)
      await written.catch(() => {})
    },
  }
}

async function addEntry(
  archive: Pack,
  head: { name: string; size: number },
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  let ended: (error?: Error | null) => void = () => {}
  const through = new Promise<void>((done, fail) => {
    ended = (error) => (error ? fail(error) : done())
  })
  through.catch(() => {})
  const entry = archive.entry(head, (error) => ended(error))
  await pipeline(bytes, entry)
  await through
}
