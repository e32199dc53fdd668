import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { TextDecoder } from 'node:util'
import { say } from '@steward/i18n/sentence'
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
    if (!info.isFile()) throw new OperatorError(say('{path} is not a file.', { path }))
    const read = () => createReadStream(path, { highWaterMark: 256 * 1024 })
    // Open the file once now, to report a missing permission before anything else happens.
    for await (const _ of createReadStream(path, { end: 0 })) break
    return { path, name: basename(path), size: info.size, read }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new OperatorError(
      code === 'ENOENT'
        ? say("{path} can't be read: there is no such file.", { path })
        : say("{path} can't be read: {reason}.", { path, reason: message }),
    )
  }
}

/** Detects a file's encoding: byte order mark, UTF-8 where all is valid, else Windows-1252. */
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

/** Makes a decoder; throws an OperatorError for a label that is unknown or that Node reads wrong. */
function decoderFor(label: string): TextDecoder {
  try {
    const decoder = new TextDecoder(label)
    // For this label ICU decodes only a quarter of the syllables of Korean files (CP949).
    if (decoder.encoding !== 'euc-kr') return decoder
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new OperatorError(
    say(
      '"{encoding}" is no encoding that can be read here. utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis, gb18030 and others can; or save the file as UTF-8.',
      { encoding: label },
    ),
  )
}

/** A line with its number from 1, and its end apart from its text. */
export interface Line {
  number: number
  text: string
  end: string
  /** How many bytes of the file had been read when the line was complete. */
  bytes: number
}

/** The greatest length of a line in characters; the longest text of a record has 10,000. */
const maxLine = 1_000_000

/** Reads a file's lines in chunks; throws an OperatorError for a bad encoding or a line too long. */
export async function* readLines(source: Source, encoding: string): AsyncGenerator<Line[]> {
  let decoder = decoderFor(encoding)
  // Keep pieces: joining them at each chunk would take quadratic time for a long line.
  let incomplete: string[] = []
  let length = 0
  let number = 0
  let bytes = 0
  let newline: string | undefined
  for await (const chunk of source.read()) {
    // For "utf-16", the byte order mark of the file decides the byte order.
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
        say(
          'Line {line} has more than {max} characters, which no row has. Is the file what its name says?',
          { line: String(number + 1), max: maxLine },
        ),
      )
    }
    if (lines.length > 0) yield lines
  }
  const rest = incomplete.join('') + decoder.decode()
  if (rest !== '') yield [{ number: number + 1, text: rest, end: '', bytes }]
}
