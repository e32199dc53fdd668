import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

/**
 * Reads a command's options and arguments.
 * @throws {UsageError} naming what isn't one
 */
export function readOptions<T extends ParseArgsOptionsConfig>(words: string[], options: T) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`)
  }
}

/**
 * Reads `--map field=column`, given several times.
 * @throws {UsageError} where one has no `=` or comes twice
 */
export function readPairs(option: string, entries: readonly string[]): Record<string, string> {
  // No field may be taken for one that every object has.
  const pairs: Record<string, string> = Object.create(null)
  for (const entry of entries) {
    const at = entry.indexOf('=')
    if (at < 1)
      throw new UsageError(
        `--${option} takes field=${option === 'map' ? 'column' : 'value'}, not "${entry}".`,
      )
    const field = entry.slice(0, at).trim()
    if (Object.hasOwn(pairs, field))
      throw new UsageError(`--${option} is given twice for ${field}.`)
    pairs[field] = entry.slice(at + 1)
  }
  return pairs
}

/**
 * Reads a whole number.
 * @throws {UsageError} where it is none, or out of bounds
 */
export function readNumber(
  option: string,
  text: string | undefined,
  most: number,
): number | undefined {
  if (text === undefined) return undefined
  const plain = text.replace(/(?<=\d)[_,](?=\d{3})/g, '')
  if (!/^\d+$/.test(plain) || Number(plain) > most) {
    throw new UsageError(`--${option} takes a whole number from 0 to ${most}, not "${text}".`)
  }
  return Number(plain)
}
