import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { TextDecoder } from 'node:util'
import { OperatorError } from '../../operator-error.ts'

export interface Source {
  name: string
  size: number
  read(): AsyncIterable<Uint8Array>
}

export interface FileSource extends Source {
  path: string
}

export async function fileSource(path: string): Promise<FileSource> {
  try {
    const info = await stat(path)
    if (!info.isFile()) throw new OperatorError(`${path} is not a file.`)
    const read = () => createReadStream(path, { highWaterMark: 256 * 1024 })
    // Opened once now, so that a missing permission is reported before anything else happens.
    for await (const _ of createReadStream(path, { end: 0 })) break
    return { path, name: basename(path), size: info.size, read }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : message
    throw new OperatorError(`${path} can't be read: ${reason}.`)
  }
}

/** The encoding of a file: by its byte order mark, UTF-8 where all of it is valid, else Windows-1252. */
export async function detectEncoding(source: Source): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of source.read()) {
      const marked = isFirst && utf16By(chunk)
      if (marked) return marked
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

const utf16By = ([first, second]: Uint8Array) => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** @throws {OperatorError} where the label is unknown, or Node would read some of its characters wrong */
function decoderFor(label: string): TextDecoder {
  try {
    const decoder = new TextDecoder(label)
    // ICU has only a quarter of the syllables that Korean files have under this name (CP949).
    if (decoder.encoding !== 'euc-kr') return decoder
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new OperatorError(
    `"${label}" is no encoding that can be read here. utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis, gb18030 and others can; or save the file as UTF-8.`,
  )
}

/** A line with its number from 1, its end taken off and kept apart. */
export interface Line {
  number: number
  text: string
  end: string
  /** Bytes of the file read by the time it came. */
  bytes: number
}

/** No line has more characters: the longest text of a record has 10,000. */
const maxLine = 1_000_000

/** The lines of a file, some at a time. @throws {OperatorError} where the encoding is unknown or a line too long */
export async function* readLines(source: Source, encoding: string): AsyncGenerator<Line[]> {
  let decoder = decoderFor(encoding)
  // In pieces: put together for each chunk, a long line in small chunks would take quadratic time.
  let incomplete: string[] = []
  let length = 0
  let number = 0
  let bytes = 0
  let newline: string | undefined
  for await (const chunk of source.read()) {
    // Plain "utf-16" is the byte order that the file itself says.
    if (bytes === 0 && decoder.encoding === 'utf-16le')
      decoder = decoderFor(utf16By(chunk) ?? encoding)
    bytes += chunk.length
    const text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    // Only very old files end their lines with a carriage return alone.
    newline ??= text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
    const lines: Line[] = []
    let from = 0
    for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, from)) {
      number += 1
      incomplete.push(text.slice(from, at))
      const whole = incomplete.length > 1 ? incomplete.join('') : (incomplete[0] as string)
      const isCrlf = newline === '\n' && whole.endsWith('\r')
      lines.push({
        number,
        text: isCrlf ? whole.slice(0, -1) : whole,
        end: isCrlf ? '\r\n' : newline,
        bytes,
      })
      incomplete = []
      length = 0
      from = at + 1
    }
    incomplete.push(text.slice(from))
    length += text.length - from
    if (length > maxLine) {
      throw new OperatorError(
        `Line ${number + 1} has more than ${maxLine.toLocaleString('en')} characters, which no row has. Is the file what its name says?`,
      )
    }
    if (lines.length > 0) yield lines
  }
  const rest = incomplete.join('') + decoder.decode()
  if (rest !== '') yield [{ number: number + 1, text: rest, end: '', bytes }]
}
