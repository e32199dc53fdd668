import { OperatorError } from '../operator-error.ts'
import { type Command, usage } from './command.ts'
import { commands, findCommand } from './commands.ts'
import { UsageError } from './usage-error.ts'

/**
 * The command line: `steward <command> …`.
 * @returns the exit code: 0 is fine, 1 a problem, 2 wrong usage; a command may have codes of its own
 *   above those
 */
export async function run([word, ...words]: string[]): Promise<number> {
  let command: Command | undefined
  try {
    if (word === undefined || word === 'help' || word.startsWith('-')) {
      return help(word === 'help' ? words[0] : undefined, word)
    }
    command = findCommand(word)
    if (words.includes('--help') || words.includes('-h')) {
      process.stdout.write(usage(command))
      return 0
    }
    return await command.run(words)
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`)
      process.stderr.write(`See: steward ${command ? `${command.name} --help` : 'help'}\n`)
      return 2
    }
    if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`)
    else
      process.stderr.write(
        `Steward failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
      )
    return 1
  }
}

function help(topic: string | undefined, word: string | undefined): number {
  if (topic) {
    process.stdout.write(usage(findCommand(topic)))
    return 0
  }
  if (word?.startsWith('-') && word !== '--help' && word !== '-h')
    throw new UsageError(`There is no option ${word} before the command.`)
  const width = Math.max(...commands.map((command) => command.name.length))
  const list = commands.map((command) => `  ${command.name.padEnd(width)}   ${command.summary}`)
  process.stdout.write(
    `Steward, the back office of a community.\n\nUsage: steward <command> [options]\n\n${list.join('\n')}\n  ${'help'.padEnd(width)}   This list; with a command, its options\n\nSettings come from the environment, as for the server: DATA_DIR, DATABASE_URL.\nAll commands but restore work while a server is running.\n`,
  )
  return word === undefined ? 2 : 0
}
