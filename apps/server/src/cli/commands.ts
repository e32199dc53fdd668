import { nearest } from '../import/nearest.ts'
import { adminCommand } from './commands/admin.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { migrateCommand } from './commands/migrate.ts'
import { seedCommand } from './commands/seed.ts'
import { Usage } from './usage.ts'

/** One command of the command line. */
export interface Command {
  name: string
  /** A few words for the list of commands. */
  summary: string
  /** What stands after the name: `<area> FILE [options]`. */
  synopsis: string
  /** Options and their words, and whatever else there is to say. */
  details: string
  /** @returns the exit code */
  run(words: string[]): Promise<number>
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  importCommand,
  seedCommand,
  adminCommand,
  jobsCommand,
  migrateCommand,
]

/** @throws {Usage} where there is none of that name */
export function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const names = [...commands.map((command) => command.name), 'help']
  throw new Usage(`There is no command "${name}"${nearest(name, names)}`)
}
