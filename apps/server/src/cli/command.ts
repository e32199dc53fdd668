import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Message, t } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import { forTerminal } from '../environment-language.ts'
import { wrapped } from './width.ts'

/** Wrong usage of a command; the message is a whole sentence. */
export class UsageError extends Error {
  override name = 'Usage'
  /** The message with its values. */
  readonly said: Said

  constructor(said: Said) {
    super(String(said))
    this.said = said
  }
}

/** Options or the like with what they do, each from a line of its own. */
export type Explained = readonly (readonly [term: string, words: Said])[]

const parse = <T extends ParseArgsOptionsConfig>(args: string[], options: T) =>
  parseArgs({ args, options, allowPositionals: true, strict: true })

export type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parse<T>>['values']

interface Definition<T extends ParseArgsOptionsConfig> {
  name: string
  /** One line for the list of commands. */
  summary: Message
  /** The arguments, such as `<area> FILE [options]`; the same in every language. */
  synopsis: string
  /** The help below the synopsis: tables of options, and paragraphs. */
  details: readonly (Said | Explained)[]
  options: T
  /** The required first argument in words, such as `a file`; none by default. */
  needs?: Said
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
    if (needs && !positionals[0])
      throw new UsageError(say('steward {name} needs {needs}.', { name, needs: nested(needs) }))
    const extra = positionals[most]
    if (extra !== undefined)
      throw new UsageError(say('steward {name} takes no "{extra}".', { name, extra }))
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
    throw new UsageError(problemOf(error as NodeJS.ErrnoException))
  }
}

/** What Node says of options that it can't read, which it does in English alone. */
function problemOf({ code, message }: NodeJS.ErrnoException): Said {
  const [, option = ''] = /'([^' ]+)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return say('Unknown option {option}.', { option })
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  return message.includes('does not take')
    ? say('{option} takes no value.', { option })
    : say('{option} needs a value.', { option })
}

/** Columns of the help, and the most that a term takes of them. */
const columns = { all: 100, term: 26 }

export function usage({ name, synopsis, summary, details }: Command): string {
  const blocks = details.map((part) =>
    Array.isArray(part)
      ? explained(part as Explained).join('\n')
      : wrapped(forTerminal(part as Said), columns.all).join('\n'),
  )
  const command = `steward ${name} ${synopsis}`.trim()
  return `${t(summary)}\n\n${t('Usage: {command}', { command })}\n\n${blocks.join('\n\n')}\n`
}

/** The lines of a table: a term and behind it what it does. */
export function explained(rows: Explained): string[] {
  const longest = Math.max(...rows.map(([term]) => term.length))
  const width = Math.min(longest, columns.term)
  const start = ' '.repeat(width + 5)
  return rows.flatMap(([term, words]) => {
    const [first = '', ...rest] = wrapped(forTerminal(words), columns.all - width - 5)
    const fits = term.length <= width
    const lines = (fits ? rest : [first, ...rest]).map((line) => start + line)
    return [fits ? `  ${term.padEnd(width)}   ${first}` : `  ${term}`, ...lines]
  })
}

/** Reads an option as a whole number; throws UsageError if it is none or too large. */
export function readNumber(
  option: string,
  text: string | undefined,
  most: number,
): number | undefined {
  if (text === undefined) return undefined
  const plain = text.replace(/(?<=\d)[_,](?=\d{3})/g, '')
  if (!/^\d+$/.test(plain) || Number(plain) > most) {
    throw new UsageError(
      say('--{option} takes a whole number from 0 to {most}, not "{text}".', {
        option,
        most,
        text,
      }),
    )
  }
  return Number(plain)
}
