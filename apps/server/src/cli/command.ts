import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** Its message is a sentence. */
export class UsageError extends Error {
  override name = 'Usage'
}

const parse = <T extends ParseArgsOptionsConfig>(args: string[], options: T) =>
  parseArgs({ args, options, allowPositionals: true, strict: true })

export type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parse<T>>['values']

interface Definition<T extends ParseArgsOptionsConfig> {
  name: string
  /** For the list of commands. */
  summary: string
  /** `<area> FILE [options]` */
  synopsis: string
  /** Options, and whatever else there is to say. */
  details: string
  options: T
  /** A required first argument (`a file`); none unless given. */
  needs?: string
  /** Arguments, where not just that one. */
  most?: number
  /** @returns what to print, or the exit code where it has printed */
  run(values: Values<T>, given: string[]): Promise<number | string>
}

export interface Command extends Omit<Definition<ParseArgsOptionsConfig>, 'run'> {
  run(words: string[]): Promise<number>
}

/** @throws {UsageError} for unknown options and arguments */
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

/** @throws {UsageError} where it is none, or out of bounds */
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
