import { t } from '@steward/i18n/reader'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { openConnection } from './db/connection/connection.ts'
import { forTerminal, speakLanguageOf } from './environment-language.ts'
import { OperatorError } from './operator-error.ts'
import { checkOwnerPassword } from './owner-password.ts'

/** How long a start waits for a PostgreSQL that is away; it may be starting at the same time. */
const databaseWaitMs = 30_000

await speakLanguageOf(process.env)
try {
  await start(readConfig(process.env))
} catch (error) {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const words =
    error instanceof OperatorError
      ? forTerminal(error.said)
      : t('Steward could not start: {reason}', { reason })
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  // Checked before anything is made, and also if there is an owner: the next owner would get this password.
  checkOwnerPassword(config)
  // The log goes to standard error; standard output is for the person who starts the server.
  const logger = pino({ level: config.logLevel, base: null }, pino.destination(2))
  const opening = openConnection(config, {
    statementTimeout: 60_000,
    comments: config.sqlComments,
    waitMs: databaseWaitMs,
    onWaiting: (reason) => logger.warn({ reason }, 'waiting for the database'),
    onLoose: (secured) =>
      logger.warn(
        { dataDir: config.dataDir, ...secured },
        secured.loose > 0
          ? 'other accounts of this machine can get at the data directory; its owner or its file system keeps Steward from changing that'
          : 'other accounts of this machine could get at the data directory; it is for this one alone now',
      ),
    onLost: ({ message }) => logger.warn({ reason: message }, 'database connection lost'),
    onReplica: (isAway) =>
      isAway
        ? logger.warn('the standby of DATABASE_READ_URL is away; the primary is read from')
        : logger.info('the standby of DATABASE_READ_URL is back'),
    onCrash: (error) => {
      logger.fatal({ err: error }, 'the embedded database ended')
      process.exit(1)
    },
  })
  // What serves is loaded while the database opens, the embedded one in a thread of its own.
  const [connection, { serve }] = await Promise.all([opening, import('./serve.ts')])
  await serve(connection, config, logger)
}
