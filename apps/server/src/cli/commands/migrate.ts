import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'
import { readOptions } from '../options.ts'
import { UsageError } from '../usage-error.ts'

/** `steward migrate` */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database’s schema up to date',
  synopsis: '',
  details: 'The server, import and seed also do this when they start.',
  run: async (words) => {
    const { positionals } = readOptions(words, {})
    if (positionals[0]) throw new UsageError(`steward migrate takes no "${positionals[0]}".`)
    return await withDatabase(async (_, applied) => {
      const lines = applied.map((name) => `applied ${name}`)
      process.stdout.write(`${lines.length > 0 ? lines.join('\n') : 'The schema is up to date.'}\n`)
      return 0
    })
  },
}
