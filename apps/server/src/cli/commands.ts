import { nearest } from '../import/map/did-you-mean.ts'
import type { Command } from './command.ts'
import { adminCommand } from './commands/admin.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { conformanceCommand } from './commands/conformance.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { migrateCommand } from './commands/migrate.ts'
import { restoreCommand } from './commands/restore.ts'
import { seedCommand } from './commands/seed.ts'
import { UsageError } from './usage-error.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  importCommand,
  seedCommand,
  adminCommand,
  jobsCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  conformanceCommand,
]

/** @throws {UsageError} where there is none of that name */
export function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const names = [...commands.map((command) => command.name), 'help']
  throw new UsageError(`There is no command "${name}"${nearest(name, names)}`)
}
