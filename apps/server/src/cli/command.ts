import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A command called in a way that it doesn't know; its message is a whole sentence. */
export class UsageError extends Error {
  override name = 'Usage'
}

const parse = <T extends ParseArgsOptionsConfig>(args: string[], options: T) =>
  parseArgs({ args, options, allowPositionals: true, strict: true })

/** What a command was given for its options. */
export type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parse<T>>['values']

interface Definition<T extends ParseArgsOptionsConfig> {
  name: string
  /** A few words for the list of commands. */
  summary: string
  /** What stands after the name: `<area> FILE [options]`. */
  synopsis: string
  /** Options and their words, and whatever else there is to say. */
  details: string
  options: T
  /** What it needs as its first argument (`a file`); without it, it takes none. */
  needs?: string
  /** How many arguments it takes, where that isn't the one that it needs. */
  most?: number
  /** @returns what is printed, or the exit code where it has printed all itself */
  run(values: Values<T>, given: string[]): Promise<number | string>
}

/** One command of the command line. */
export interface Command extends Omit<Definition<ParseArgsOptionsConfig>, 'run'> {
  /** @returns the exit code */
  run(words: string[]): Promise<number>
}

/** A command that reads its options and arguments; what isn't one is named in a {@link UsageError}. */
export const defineCommand = <T extends ParseArgsOptionsConfig>(
  command: Definition<T>,
): Command => ({
  ...command,
  run: async (words) => {
    const { name, needs, most = needs ? 1 : 0 } = command
    const { values, positionals } = readOptions(words, command.options)
    if (needs && !positionals[0]) throw new UsageError(`steward ${name} needs ${needs}.`)
    const extra = positionals[most]
    if (extra !== undefined) throw new UsageError(`steward ${name} takes no "${extra}".`)
    const result = await command.run(values, positionals)
    if (typeof result === 'number') return result
    process.stdout.write(`${result}\n`)
    return 0
  },
})

function readOptions<T extends ParseArgsOptionsConfig>(words: string[], options: T) {
  try {
    return parse(words, options)
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`)
  }
}

/** The help of one command. */
export const usage = ({ name, synopsis, summary, details }: Command): string =>
  `${summary}.\n\nUsage: steward ${name} ${synopsis}\n\n${details.trim()}\n`

/** Reads a whole number. @throws {UsageError} where it is none, or out of bounds */
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
