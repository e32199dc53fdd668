import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { say } from '@steward/i18n/sentence'
import { extract, pack } from 'tar-stream'
import { OperatorError } from '../operator-error.ts'
import { entries } from './format.ts'

/** Passes bytes on, and shows each chunk to `see`. */
export async function* tap(
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  see: (chunk: Buffer) => unknown,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    see(chunk)
    yield chunk
  }
}

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
    /** Adds a file of exactly `size` bytes. */
    addBytes: put,
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

/** One entry of an archive; its bytes must be read or skipped before the next entry. */
export interface ArchiveEntry {
  name: string
  bytes: AsyncIterable<Buffer>
  /** Reads the whole entry as text; throws an OperatorError where it is longer than `max` bytes. */
  whole(max: number): Promise<string>
}

/** Reads an archive; throws an OperatorError where it is cut short, damaged or no archive. */
export async function* readArchive(input: Readable, name: string): AsyncGenerator<ArchiveEntry> {
  const archive = extract()
  const fed = pipeline(input, createGunzip(), archive)
  fed.catch(() => {})
  const sums: string[] = []
  let isComplete = false
  try {
    for await (const entry of archive) {
      if (isComplete)
        throw new OperatorError(
          say('{name} goes on behind its checksums: it was changed.', { name }),
        )
      const { name: entryName, size = 0 } = entry.header
      const read = (entry as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
      if (entryName === entries.sums) {
        const written = sums.join('')
        if (size > written.length + maxLine)
          throw new OperatorError(
            say('{name} is damaged: a line of its {entryName} is too long.', { name, entryName }),
          )
        mustBeSame((await buffer(partsOf(read, name))).toString('utf8'), written, name)
        isComplete = true
        continue
      }
      const sum = createHash('sha256')
      const bytes = () => tap(partsOf(read, name), (chunk) => sum.update(chunk))
      const given = bytes()
      yield {
        name: entryName,
        bytes: given,
        whole: async (max) => {
          if (size > max)
            throw new OperatorError(
              say('{name} is damaged: its {entryName} is too large.', { name, entryName }),
            )
          return (await buffer(given)).toString('utf8')
        },
      }
      // Bytes that the caller left unread count for the checksum as well.
      for await (const _ of bytes());
      sums.push(`${sum.digest('hex')}  ${entryName}\n`)
    }
    await fed
  } catch (error) {
    throw problemWith(name, error)
  } finally {
    archive.destroy()
    input.destroy()
  }
  if (!isComplete)
    throw new OperatorError(say('{name} is cut short: it has no checksums at its end.', { name }))
}

async function* partsOf(read: AsyncIterator<Buffer>, name: string): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await read.next().catch((error) => {
      throw problemWith(name, error)
    })
    if (done) return
    yield value
  }
}

/** The greatest length of a line with a checksum and the name of its entry, in characters. */
const maxLine = 10_000

/** Throws an OperatorError that names the first entry whose checksum differs. */
function mustBeSame(given: string, written: string, name: string): void {
  const [lines, own] = [given, written].map((text) => text.trimEnd().split('\n')) as [
    string[],
    string[],
  ]
  const at = lines.findIndex((line, i) => line !== own[i])
  if (at < 0 && lines.length === own.length) return
  if (at < 0)
    throw new OperatorError(
      say('{name} was damaged or changed: it holds more than was put in.', { name }),
    )
  const line = own[at] ?? lines[at] ?? ''
  throw new OperatorError(
    say("{name} was damaged or changed: {part} isn't what it was.", {
      name,
      part: line.split('  ')[1] ?? line,
    }),
  )
}

function problemWith(name: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
    return new OperatorError(say('{name} is cut short: it ends in the middle.', { name }))
  if (code === 'Z_DATA_ERROR' && message === 'incorrect header check')
    return new OperatorError(say('{name} is no backup of Steward.', { name }))
  if (code?.startsWith('Z_') || /^Invalid tar header/.test(message))
    return new OperatorError(say('{name} is damaged: {message}.', { name, message }))
  return error
}
