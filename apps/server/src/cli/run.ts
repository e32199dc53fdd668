import { msg, t } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import { forTerminal } from '../environment-language.ts'
import { Outage } from '../http/failure.ts'
import { nearest } from '../importer/map/did-you-mean.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, type Explained, explained, UsageError, usage } from './command.ts'
import { adminCommand } from './commands/admin.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { conformanceCommand } from './commands/conformance.ts'
import { countersCommand } from './commands/counters.ts'
import { distributeCommand } from './commands/distribute.ts'
import { filesCommand } from './commands/files.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { migrateCommand } from './commands/migrate.ts'
import { rehearseCommand } from './commands/rehearse.ts'
import { restoreCommand } from './commands/restore.ts'
import { secretsCommand } from './commands/secrets.ts'
import { seedCommand } from './commands/seed.ts'

/** The commands in the order of the help. */
const commands: readonly Command[] = [
  importCommand,
  seedCommand,
  adminCommand,
  jobsCommand,
  auditCommand,
  countersCommand,
  filesCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  distributeCommand,
  checkCommand,
  secretsCommand,
  rehearseCommand,
  conformanceCommand,
]

/** Finds a command by name; throws UsageError. */
export function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const names = [...commands.map((command) => command.name), 'help']
  throw new UsageError(
    say('There is no command "{name}"{nearest}', { name, nearest: nested(nearest(name, names)) }),
  )
}

/** Runs a command; returns 0 for success, 1 for a problem, 2 for wrong usage, or a higher code of its own. */
export async function run([word, ...words]: string[]): Promise<number> {
  let command: Command | undefined
  try {
    if (word === undefined || word === 'help' || word.startsWith('-')) {
      return help(word === 'help' ? words[0] : undefined, word)
    }
    command = findCommand(word)
    if (words.includes('--help') || words.includes('-h')) return help(word, word)
    return await command.run(words)
  } catch (error) {
    if (error instanceof UsageError) {
      const topic = command ? `${command.name} --help` : 'help'
      process.stderr.write(
        `${forTerminal(error.said)}\n${t('See: {command}', { command: `steward ${topic}` })}\n`,
      )
      return 2
    }
    const words = error instanceof Error ? (error.stack ?? error.message) : error
    const known = knownWords(error)
    process.stderr.write(`${known ?? t('Steward failed: {reason}', { reason: String(words) })}\n`)
    return 1
  }
}

/** What there is to say of something that the person can mend; null for other errors. */
function knownWords(error: unknown): string | null {
  if (error instanceof OperatorError) return forTerminal(error.said)
  if (!(error instanceof Outage)) return null
  return `${forTerminal(error.said)} (${error.cause instanceof Error ? error.cause.message : ''})`
}

function help(topic: string | undefined, word: string | undefined): number {
  if (topic) {
    process.stdout.write(usage(findCommand(topic)))
    return 0
  }
  if (word?.startsWith('-') && word !== '--help' && word !== '-h')
    throw new UsageError(say('There is no option {word} before the command.', { word }))
  const list: Explained = [
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ['help', msg('This list; with a command, its options')],
  ]
  const parts = [
    t('Steward, the back office of a community.'),
    t('Usage: {command}', { command: 'steward <command> [options]' }),
    explained(list).join('\n'),
    [
      t('Settings come from the environment, as for the server: DATA_DIR, DATABASE_URL.'),
      t('All commands but restore work while a server is running.'),
    ].join('\n'),
  ]
  process.stdout.write(`${parts.join('\n\n')}\n`)
  return word === undefined ? 2 : 0
}
