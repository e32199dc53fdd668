import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** Wrong usage of a command; the message is a whole sentence. */
export class UsageError extends Error {
  override name = 'Usage'
}

const parse = <T extends ParseArgsOptionsConfig>(args: string[], options: T) =>
  parseArgs({ args, options, allowPositionals: true, strict: true })

export type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parse<T>>['values']

interface Definition<T extends ParseArgsOptionsConfig> {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** The arguments, such as `<area> FILE [options]`. */
  synopsis: string
  /** The part of the help below the synopsis: options and more. */
  details: string
  options: T
  /** The required first argument in words, such as `a file`; none by default. */
  needs?: string
  /** How many arguments it takes; by default only the required one. */
  most?: number
  /** Runs the command; returns the text to print, or an exit code if it has printed already. */
  run(values: Values<T>, given: string[]): Promise<number | string>
}

export interface Command extends Omit<Definition<ParseArgsOptionsConfig>, 'run'> {
  run(words: string[]): Promise<number>
}

/** Makes a command, which throws UsageError for unknown options and arguments. */
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

export const usage = ({ name, synopsis, summary, details }: Command): string =>
  `${summary}.\n\nUsage: steward ${name} ${synopsis}\n\n${details.trim()}\n`

/** Reads an option as a whole number; throws UsageError if it is none or too large. */
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
