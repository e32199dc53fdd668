import { msg, t } from '@steward/i18n/reader'
import { readConfig } from '../../config.ts'
import { openConnection } from '../../db/connection/connection.ts'
import { type PlannedMigration, planMigrations } from '../../db/migrations/plan.ts'
import { defineCommand } from '../command.ts'
import { withDatabase } from '../database.ts'

const details = [
  [
    [
      '--dry-run',
      msg(
        'say what would be applied and what it would lock, and change nothing; the exit code is 3 where there is anything to apply',
      ),
    ],
  ],
  msg(
    'Where the setting COLLATION differs from how names are sorted, their indexes are built anew, and their tables can be neither read nor written meanwhile.',
  ),
  msg(
    'Servers of the version before go on reading and writing meanwhile. The server, import and seed also do this when they start. What is interrupted goes on from there the next time.',
  ),
] as const

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: msg('Bring the database’s schema up to date'),
  synopsis: '[--dry-run]',
  details,
  options: { 'dry-run': { type: 'boolean', default: false } },
  run: (values) =>
    values['dry-run']
      ? dryRun()
      : withDatabase(async (_, applied) => said(applied), { changesCollation: true }),
})

const isUpToDate = () => t('The schema is up to date.')

const said = (applied: readonly string[]) =>
  applied.length > 0
    ? applied.map((name) => t('applied {name}', { name })).join('\n')
    : isUpToDate()

async function dryRun(): Promise<number> {
  const connection = await openConnection(readConfig(process.env), { share: true })
  try {
    const planned = await planMigrations(connection)
    const lines = planned.flatMap(linesOf)
    const end =
      planned.length > 0
        ? t(
            '{count} to be applied. Nothing was changed. How long a lock is held follows from what the file does.',
            { count: planned.length },
          )
        : isUpToDate()
    process.stdout.write(`${[...lines, end].join('\n')}\n`)
    return planned.length > 0 ? 3 : 0
  } finally {
    await connection.close()
  }
}

const ways: Record<PlannedMigration['way'], string> = {
  transaction: msg('in a transaction'),
  'no-transaction': msg('outside of a transaction, while others read and write'),
  backfill: msg('in batches, while others read and write'),
}

function linesOf({ name, way, table, locks }: PlannedMigration): string[] {
  const values = { name, way: t(ways[way]), table }
  return [
    table ? t('{name}: {way}, rows of {table}', values) : t('{name}: {way}', values),
    ...locks.map(
      ({ table, stops, rewrites, rows, bytes }) =>
        `  ${t(
          rewrites
            ? 'locks {table} against {stops} (about {rows} rows, {megabytes} MB), and writes every row anew'
            : 'locks {table} against {stops} (about {rows} rows, {megabytes} MB)',
          { table, stops: t(stops), rows, megabytes: Math.ceil(bytes / 1e6) },
        )}`,
    ),
  ]
}
