import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { msg, t } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { type Config, readConfig } from '../../config.ts'
import { type Connection, type Db, openConnection } from '../../db/connection/connection.ts'
import { readApplied } from '../../db/migrations/applied.ts'
import { listMigrations } from '../../db/migrations/migration-file.ts'
import { forTerminal } from '../../environment-language.ts'
import { OperatorError } from '../../operator-error.ts'
import { listSettings } from '../../settings.ts'
import { probes } from '../check/probes.ts'
import { defineCommand } from '../command.ts'
import { padded, widthOf } from '../width.ts'

export const checkCommand = defineCommand({
  name: 'check',
  summary: msg('Print the settings in force, and try what the server needs'),
  synopsis: '',
  details: [
    msg(
      'Tries the database, its standby (DATABASE_READ_URL), the pooler (DATABASE_POOLER), the secret key, the data directory, the bucket (S3_URL), the mail server, the way through the proxy and the clock.',
    ),
    msg(
      'Sends no mail and changes no record. Secrets are not printed. The exit code is 0 when all is well, 3 when something is not.',
    ),
  ],
  options: {},
  run: async () => {
    const config = readConfig(process.env)
    const settings = listSettings(process.env)
    const width = Math.max(...settings.map(({ name }) => name.length))
    process.stdout.write(`${t('Settings')}\n`)
    for (const { name, shown, isDefault } of settings)
      process.stdout.write(
        `  ${name.padEnd(width)}  ${forTerminal(shown)}${isDefault ? `  ${t('(default)')}` : ''}\n`,
      )
    process.stdout.write(`\n${t('Checks')}\n`)
    const verdicts = [t('ok', {}, 'verdict of a check'), t('wrong', {}, 'verdict of a check')]
    const space = Math.max(...verdicts.map(widthOf))
    let wrong = 0
    const tell = (name: string, isWell: boolean, words: Said) => {
      if (!isWell) wrong += 1
      const verdict = padded(verdicts[isWell ? 0 : 1] ?? '', space)
      for (const line of forTerminal(words).split('\n'))
        process.stdout.write(`  ${verdict}  ${name.padEnd(8)}  ${line}\n`)
    }
    let connection: Connection | null = null
    let records: Db | null = null
    let opened = true
    try {
      connection = await open(config)
      if (connection && (await isUpToDate(connection.db))) records = connection.db
    } catch (error) {
      opened = false
      tell('database', false, sentenceOf(error))
    }
    try {
      for (const { name, run } of probes) {
        if (name === 'database' && !opened) continue
        try {
          tell(name, true, await run({ config, connection, records }))
        } catch (error) {
          tell(name, false, sentenceOf(error))
        }
      }
    } finally {
      await connection?.close()
    }
    return wrong === 0 ? 0 : 3
  },
})

/** Opens the database; null where the embedded engine has made none yet. */
async function open(config: Config): Promise<Connection | null> {
  if (!config.databaseUrl) {
    const isThere = await access(join(config.dataDir, 'database')).then(
      () => true,
      () => false,
    )
    if (!isThere) return null
  }
  return await openConnection(config, { share: true })
}

async function isUpToDate(db: Db): Promise<boolean> {
  const applied = await readApplied(db)
  return (await listMigrations()).every((name) => applied.includes(name))
}

/** What went wrong, on one line a sentence. */
const sentenceOf = (error: unknown): Said =>
  error instanceof OperatorError
    ? error.said
    : say('It could not be tried: {reason}', {
        reason: error instanceof Error ? error.message : String(error),
      })
