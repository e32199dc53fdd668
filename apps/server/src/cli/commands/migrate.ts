import { readConfig } from '../../config.ts'
import { openConnection } from '../../db/connection/connection.ts'
import { type PlannedMigration, planMigrations } from '../../db/migrations/plan.ts'
import { defineCommand } from '../command.ts'
import { withDatabase } from '../database.ts'
import { shown } from '../terminal.ts'

const details = `
  --dry-run   say what would be applied and what it would lock, and change nothing; the exit code is 3
              where there is anything to apply

Servers of the version before go on reading and writing meanwhile. The server, import and seed also do
this when they start. What is interrupted goes on from there the next time.`

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database’s schema up to date',
  synopsis: '[--dry-run]',
  details,
  options: { 'dry-run': { type: 'boolean', default: false } },
  run: (values) =>
    values['dry-run'] ? dryRun() : withDatabase(async (_, applied) => said(applied)),
})

const isUpToDate = 'The schema is up to date.'

const said = (applied: readonly string[]) =>
  applied.length > 0 ? applied.map((name) => `applied ${name}`).join('\n') : isUpToDate

async function dryRun(): Promise<number> {
  const connection = await openConnection(readConfig(process.env), { share: true })
  try {
    const planned = await planMigrations(connection)
    const lines = planned.flatMap(linesOf)
    const end =
      planned.length > 0
        ? `${planned.length} to be applied. Nothing was changed. How long a lock is held follows from what the file does.`
        : isUpToDate
    process.stdout.write(`${[...lines, end].join('\n')}\n`)
    return planned.length > 0 ? 3 : 0
  } finally {
    await connection.close()
  }
}

const ways: Record<PlannedMigration['way'], string> = {
  transaction: 'in a transaction',
  'no-transaction': 'outside of a transaction, while others read and write',
  backfill: 'in batches, while others read and write',
}

function linesOf({ name, way, table, locks }: PlannedMigration): string[] {
  const what = table ? `, rows of ${table}` : ''
  return [
    `${name}: ${ways[way]}${what}`,
    ...locks.map(
      ({ table, stops, rewrites, rows, bytes }) =>
        `  locks ${table} against ${stops} (about ${shown(rows)} rows, ${shown(Math.ceil(bytes / 1e6))} MB)${rewrites ? ', and writes every row anew' : ''}`,
    ),
  ]
}
