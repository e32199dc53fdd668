import { defineCommand } from '../command.ts'
import { withDatabase } from '../database.ts'

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database’s schema up to date',
  synopsis: '',
  details: 'The server, import and seed also do this when they start.',
  options: {},
  run: () =>
    withDatabase(async (_, applied) =>
      applied.length > 0
        ? applied.map((name) => `applied ${name}`).join('\n')
        : 'The schema is up to date.',
    ),
})
