import { t } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { padded, widthOf } from './cli/width.ts'
import type { Config } from './config.ts'
import type { Connection } from './db/connection/connection.ts'
import { listenTo } from './db/connection/listen.ts'
import { migrateAsOwner } from './db/migrations/migrate-as-owner.ts'
import { Outage } from './http/failure.ts'
import { alwaysAsksForSetupCode, setupCodeOf } from './modules/accounts/setup-code.ts'
import { eraseAgain } from './modules/privacy/erase-again.ts'
import { claimSecretKey } from './modules/second-factor/secret-keys.service.ts'
import { hasAdmins } from './modules/users/users.store.ts'
import { OperatorError } from './operator-error.ts'
import { type SetUp, setUp } from './setup.ts'
import { checkStorage } from './storage/check-storage.ts'
import { openStorage } from './storage/open-storage.ts'

/** Graceful shutdown: milliseconds from the signal until requests, and the process, end; below a container's ten seconds. */
const stopping = { requests: 6_000, process: 8_000 }

/** Brings the schema up to date and serves, until a signal stops it; closes the connection where it can't. */
export async function serve(
  connection: Connection,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<void> {
  let app: FastifyInstance | undefined
  try {
    const applied = await migrateAsOwner(connection, config, (line) =>
      logger.info({ migration: String(line) }, 'changing the database schema'),
    )
    if (applied.length > 0) logger.info({ applied }, 'database schema updated')
    const secrets = await claimSecretKey(connection, config)
    const made = await setUp(connection, config)
    await eraseRestored(connection, config, logger)
    const served = await createApp(config, connection.db, logger, {
      database: connection,
      pool: connection.pool,
      ...(config.listenUrl && { listen: listenTo(config.listenUrl) }),
    })
    app = served
    const setupCode = (await hasAdmins(connection.db)) ? null : setupCodeOf(secrets)

    let stops = false
    const stop = async (signal: string) => {
      if (stops) return
      stops = true
      logger.info({ signal }, 'stopping')
      setTimeout(() => {
        logger.warn('requests still run; closing their connections')
        served.server.closeAllConnections()
        connection.dropConnections()
      }, stopping.requests).unref()
      setTimeout(() => {
        logger.error('the stop took too long; what was being written is taken back by the database')
        process.exit(1)
      }, stopping.process).unref()
      await served.close()
      await connection.close()
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop('SIGTERM'))
    process.on('SIGINT', () => void stop('SIGINT'))
    await listen(() => served.listen({ port: config.port, host: config.host }), config)
    // Last, since whoever reads this may send a signal at once.
    greet(config, made, connection.engine, setupCode)
    // It starts without its bucket, too: only pictures and imports need that.
    const problem = config.s3 && (await checkStorage(config))
    if (problem) logger.error(String(problem))
  } catch (error) {
    // What works in the background ends before the database under it.
    await app?.close()
    await connection.close()
    throw error
  }
}

/** Erases whoever a database that was restored from before still has; without its bucket a server starts all the same. */
async function eraseRestored(
  { db }: Connection,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<void> {
  try {
    const erased = await eraseAgain({
      db,
      storage: await openStorage(config),
      dataDir: config.dataDir,
    })
    if (erased > 0) logger.warn({ erased }, 'people erased again: the database was restored')
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    logger.error({ err: error }, 'not known who was erased, as the storage is away')
  }
}

async function listen(open: () => Promise<unknown>, { port, host }: Config): Promise<void> {
  try {
    await open()
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const reasons: Record<string, Said> = {
      EADDRINUSE: say(
        'Port {port} on {host} is in use. Stop what uses it, or set PORT to another port.',
        { port: String(port), host },
      ),
      EACCES: say(
        'Port {port} on {host} may not be opened by this user. Set PORT to one above 1023.',
        { port: String(port), host },
      ),
      EADDRNOTAVAIL: say('HOST is {host}, which is no address of this machine.', { host }),
      ENOTFOUND: say('HOST is {host}, which is no known name.', { host }),
    }
    throw new OperatorError(
      reasons[code ?? ''] ?? say("The server can't listen on {host}: {message}", { host, message }),
    )
  }
}

/** Greets the person who starts the server; `setupCode` is needed to register first, null if there is an admin. */
function greet(
  config: Config,
  { owner, demonstration }: SetUp,
  engine: string,
  setupCode: string | null,
): void {
  const lines = [`\n  ${t('Steward is ready at {address}', { address: config.publicUrl })}\n`]
  const named: [name: string, value: string][] = []
  const add = (line: string) => lines.push(`  ${line}`)
  const addNamed = () => {
    const width = Math.max(...named.map(([name]) => widthOf(name)))
    for (const [name, value] of named.splice(0)) add(`${padded(name, width)}  ${value}`)
  }
  if (demonstration) add(t('This is a demonstration community. Use DEMO=0 to start empty.'))
  if (owner) named.push([t('Sign in as'), owner.email])
  if (owner?.password) {
    named.push([
      t('Password'),
      t('{password}   (shown only once, save it now)', { password: owner.password }),
    ])
  }
  if (named.length > 0) addNamed()
  if (!owner && !setupCode && config.demo) {
    add(t('Sign in with the address and password shown at the first start.'))
  }
  if (setupCode) {
    const address = `${config.publicUrl}/register`
    add(t('The first account becomes the owner: {address}', { address }))
    const always = alwaysAsksForSetupCode(config)
    const when = always
      ? t('{code}   (it is asked for there)', { code: setupCode })
      : t('{code}   (asked for from any other machine)', { code: setupCode })
    named.push([t('Setup code'), when])
    addNamed()
  }
  add(t('Data: {place}', { place: engine === 'embedded' ? config.dataDir : 'PostgreSQL' }))
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
