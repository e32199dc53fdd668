import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { OperatorError } from '../operator-error.ts'
import { entries } from './format.ts'

/** One entry of an archive; its bytes are read before the next one is asked for, or passed over. */
export interface ArchiveEntry {
  name: string
  bytes: AsyncIterable<Buffer>
  /** Reads all of it. @throws {OperatorError} where it is longer than `most` bytes */
  whole(most: number): Promise<string>
}

/**
 * Reads an archive from its beginning to its end, and holds every entry against the checksums there.
 * Nothing of it is certain before it is through.
 * @param input its bytes
 * @param name what the person calls it
 * @throws {OperatorError} where it is cut short, damaged, or no archive at all
 */
export async function* readArchive(input: Readable, name: string): AsyncGenerator<ArchiveEntry> {
  const archive = extract()
  const fed = pipeline(input, createGunzip(), archive)
  fed.catch(() => {})
  const sums: string[] = []
  let complete = false
  try {
    for await (const entry of archive) {
      if (complete) throw new OperatorError(`${name} goes on behind its checksums: it was changed.`)
      const summed = summing(entry as AsyncIterable<Buffer>, name)
      if (entry.header.name === entries.sums) {
        await compare(summed.bytes, sums, name)
        complete = true
        continue
      }
      yield {
        name: entry.header.name,
        bytes: summed.bytes,
        whole: async (most) => {
          if ((entry.header.size ?? 0) > most) {
            throw new OperatorError(`${name} is damaged: its ${entry.header.name} is too large.`)
          }
          return (await buffer(summed.bytes)).toString('utf8')
        },
      }
      sums.push(`${await summed.end()}  ${entry.header.name}`)
    }
    await fed
  } catch (error) {
    throw problemWith(name, error)
  } finally {
    archive.destroy()
    input.destroy()
  }
  if (!complete) throw new OperatorError(`${name} is cut short: it has no checksums at its end.`)
}

/** The bytes of an entry while their checksum is made. */
function summing(entry: AsyncIterable<Buffer>, name: string) {
  const sum = createHash('sha256')
  const read = entry[Symbol.asyncIterator]()
  const seen = async function* () {
    for (;;) {
      // Whoever reads it is told, and would pass on a failure that means nothing to a person.
      const { value, done } = await read.next().catch((error) => {
        throw problemWith(name, error)
      })
      if (done) return
      sum.update(value)
      yield value
    }
  }
  const bytes = seen()
  return {
    bytes,
    /** @returns the checksum, once what nobody has read is through as well */
    end: async () => {
      for await (const _ of seen());
      return sum.digest('hex')
    },
  }
}

async function compare(
  bytes: AsyncIterable<Buffer>,
  sums: readonly string[],
  name: string,
): Promise<void> {
  let at = 0
  for await (const line of linesOf(bytes, name)) {
    if (line !== sums[at]) {
      const [, entry = line] = (sums[at] ?? line).split('  ')
      throw new OperatorError(`${name} was damaged or changed: ${entry} isn't what it was.`)
    }
    at += 1
  }
  if (at < sums.length) {
    throw new OperatorError(`${name} was damaged or changed: it holds more than was put in.`)
  }
}

/** Characters that a checksum with the name of its entry may have. */
const longestLine = 10_000

/** Lines of text; a failure of what is read reaches whoever reads them, as it would not through `readline`. */
async function* linesOf(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) {
      throw new OperatorError(`${name} is damaged: a line of its ${entries.sums} is too long.`)
    }
    yield* lines
  }
  if (rest !== '') yield rest
}

function problemWith(name: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data') {
    return new OperatorError(`${name} is cut short: it ends in the middle.`)
  }
  if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') {
    return new OperatorError(`${name} is no backup of Steward.`)
  }
  if (code?.startsWith('Z_') || /^Invalid tar header/.test(message)) {
    return new OperatorError(`${name} is damaged: ${message}.`)
  }
  return error
}
