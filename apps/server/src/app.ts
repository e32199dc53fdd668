import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { areas } from './areas.ts'
import { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Db, PoolFigures } from './db/connection/connection.ts'
import type { Listen } from './db/connection/listen.ts'
import type { Reachability } from './db/connection/reachability.ts'
import { checkCountersAtStart } from './db/counts/check-at-start.ts'
import { startFolding } from './db/counts/deltas.ts'
import { watchSchema } from './db/migrations/watch-schema.ts'
import { allHandlers } from './handlers.ts'
import { authenticator } from './http/authenticate.ts'
import { type DatabaseDeadline, databaseDeadline, deadlineGuard } from './http/database-deadline.ts'
import { directCalls } from './http/direct-call.ts'
import { serveDocs } from './http/docs.ts'
import { serveHealth } from './http/health.ts'
import { type Outbound, openOutbound } from './http/outbound.ts'
import { type RequestLimits, requestLimits } from './http/request-limits.ts'
import { serveEndpoints } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { serveWeb } from './http/web.ts'
import { openMailer } from './mail/mailer.ts'
import { startSealer } from './modules/audit-log/sealer.ts'
import { guarding } from './modules/consents/consent-guard.ts'
import { openIdempotency } from './modules/idempotency/idempotency.service.ts'
import { openProviderClients } from './modules/identity-providers/provider-clients.ts'
import { openSignInOptions } from './modules/identity-providers/sign-in-options.ts'
import { openImportFiles } from './modules/imports/import-files.ts'
import { importLane } from './modules/imports/imports.work.ts'
import { type ImportLimits, importLimits } from './modules/imports/limits.ts'
import { makeRunners } from './modules/jobs/runners.ts'
import { type LiveLimits, openLiveHub } from './modules/live/live-hub.ts'
import { endLoansOfGranters } from './modules/loans/loans.service.ts'
import { serveMcp } from './modules/mcp/mcp.plugin.ts'
import { serveBackChannelLogout } from './modules/openid/back-channel-logout.ts'
import { eraseWork } from './modules/privacy/erasure.work.ts'
import { usualDays } from './modules/privacy/retention-settings.store.ts'
import { languageOf } from './modules/profile/preferences.store.ts'
import { carryOut } from './modules/proposals/carry-out.ts'
import { scopesOf } from './modules/records/scope.store.ts'
import { ownerNotifier } from './modules/roles/owner-notices.ts'
import { openPermissionUses } from './modules/roles/permission-uses.store.ts'
import { applyMapping } from './modules/scim/provisioning/scim-roles.service.ts'
import { serveScim } from './modules/scim/scim.plugin.ts'
import { openKeyCheck } from './modules/service-accounts/key-check.ts'
import { findSessionsStaff, openSessionCheck } from './modules/sign-in/session-check.ts'
import type { SnapshotLimits } from './modules/time-travel/time-travel.limits.ts'
import { Snapshots } from './modules/time-travel/time-travel.service.ts'
import { bulkMailer } from './modules/users/account-emails.ts'
import { countsShownPeople } from './modules/users/bulk-reads.ts'
import { startWebhooks } from './modules/webhooks/sender.ts'
import { openWords } from './modules/words/own-words.ts'
import { watchSlowQueries } from './observability/slow-queries.ts'
import { periodically } from './periodic.ts'
import { startRetention } from './retention.ts'
import { openSecrets } from './secrets.ts'
import type { Services } from './services.ts'
import { openStorage } from './storage/open-storage.ts'
import { openPictures, type PictureQuota } from './uploads/pictures.ts'
import { serveUploads } from './uploads/serve-uploads.ts'
import { isPictureInUse } from './uploads/uploaded.store.ts'
import { uploadedFiles } from './uploads/uploaded-files.ts'
import { otherOrigins } from './web-config.ts'
import { webSettings } from './web-settings.ts'

/** What a server has beside its settings. */
export interface AppOptions {
  /** Whether the database answers; checked when a request waits long. Without it, the database counts as answering. */
  database?: Reachability
  /** How the pool of connections is used, for metrics. */
  pool?: () => PoolFigures
  /** Limits that replace the usual ones. */
  requests?: Partial<RequestLimits>
  deadline?: Partial<DatabaseDeadline>
  outbound?: Outbound
  pictures?: PictureQuota
  snapshots?: Partial<SnapshotLimits>
  imports?: Partial<ImportLimits>
  live?: Partial<LiveLimits>
  /** How often the schema is looked at, in milliseconds. */
  schemaMs?: number
  /** How other processes report changes; without it, the server looks for changes each second. */
  listen?: Listen
  /** Whether records and files kept for a limited time are removed, from a minute after the start on; true unless given. */
  retention?: boolean
}

/**
 * The composition root: every module is named here, or in `handlers.ts` or `areas.ts`.
 * @returns a server that is ready to listen or to be asked directly; closing it writes what waits,
 *   but leaves the database open
 */
export async function createApp(
  config: Config,
  db: Db,
  logger: FastifyBaseLogger,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const connectSources = await otherOrigins(config.dataDir)
  const app = await createServer(config, logger, connectSources, {
    ...requestLimits,
    ...options.requests,
  })
  // What is off isn't loaded: traces, the audit stream, metrics.
  if (config.tracing) (await import('./observability/tracing.ts')).openTracing(app, config.tracing)
  const failed = (what: string) => (error: unknown) => logger.error({ err: error }, what)
  const onClose = (close: () => Promise<unknown>) =>
    app.addHook('onClose', async () => void (await close()))

  const slowQueries = watchSlowQueries(config.slowQueryMs, logger)
  onClose(async () => slowQueries.stop())
  const storage = await openStorage(config)
  const pictures = openPictures(db, uploadedFiles(storage), options.pictures)
  const uses = openPermissionUses(db, failed('uses not counted'))
  onClose(uses.close)
  const background = new Background(failed('work after an answer failed'))
  const signInOptions = openSignInOptions(db, failed('identity providers not read'))
  const words = openWords(db, failed('words of the community not read'))
  const mailer = openMailer(config, logger, {
    languageOf: (address) => languageOf(db, address),
    words: words.read,
  })
  onClose(async () => {
    await background.settled()
    await mailer.close()
  })
  const snapshots = new Snapshots(db, options.snapshots)
  const scopeOf = scopesOf(areas.all)
  const mailing = { db, mailer, background }
  const secrets = await openSecrets(config)
  const outbound = options.outbound ?? openOutbound(config.privateNetworks)
  const services: Services = {
    ...mailing,
    config,
    areas,
    scopeOf,
    secrets,
    outbound,
    identityProviders: openProviderClients(outbound, secrets),
    providerFailed: failed('identity provider failed'),
    pictures,
    words,
    signInOptions,
    snapshots,
    flushUses: uses.flush,
    kickJobs: () => runners.kick(),
    countShown: countsShownPeople(db),
    notifyOwners: ownerNotifier(mailing),
    mailUsers: bulkMailer(mailing),
    applyMapping,
  }
  const importFiles = await openImportFiles(storage)
  const ofImports = { db, files: importFiles, limits: { ...importLimits, ...options.imports } }
  const ofErasures = { db, storage, dataDir: config.dataDir }
  const working = {
    ...services,
    proposals: carryOut(services),
    erasures: eraseWork(ofErasures),
  }
  const runners = makeRunners(working, importLane(ofImports, services), logger)
  app.addHook('onReady', async () => runners.start())
  onClose(() => runners.stop())

  onClose(() => snapshots.close())
  const live = openLiveHub(db, {
    staffOf: (sessions) => findSessionsStaff(db, config, scopeOf, sessions),
    onError: failed('live changes not read'),
    listen: options.listen,
    limits: options.live,
  })
  app.addHook('preClose', () => live.close())
  const idempotency = openIdempotency(db, services.secrets, failed('answer of a write not kept'))
  onClose(() => idempotency.settled())
  const schema = watchSchema(db, failed('schema not checked'), options.schemaMs)
  const retention =
    options.retention === false ? null : startRetention(config, db, storage, areas, logger)
  const inBackground = [
    schema,
    periodically(60_000, () => snapshots.sweep(), failed('prepared past not swept')),
    startSealer(db, live.wake, failed('audit log not sealed')),
    periodically(60_000, () => endLoansOfGranters(services), failed('loans not ended')),
    startWebhooks(services, failed('webhooks not sent')),
    startFolding(db, failed('deltas not folded into counters')),
    checkCountersAtStart(
      db,
      (level, words) => logger[level](words),
      failed('counters not checked'),
    ),
    ...(retention ? [retention] : []),
  ]
  onClose(() => Promise.all(inBackground.map((task) => task.stop())))

  if (config.auditStream) {
    const { startAuditStream } = await import('./modules/audit-stream/audit-stream.ts')
    const sending = startAuditStream(
      db,
      config.auditStream,
      config.publicUrl,
      failed('audit log not streamed'),
    )
    inBackground.push(sending)
  }
  if (config.metrics) {
    const { openMetrics } = await import('./observability/metrics.ts')
    await openMetrics(app, db, config.metrics, {
      pool: options.pool,
      mail: mailer.figures,
      liveStreams: live.count,
      streamsAuditLog: config.auditStream !== undefined,
      slowQueries: slowQueries.count,
      onError: failed('metrics not read from the database'),
    })
  }

  const deadlines = { ...databaseDeadline, ...options.deadline }
  const guard = deadlineGuard(options.database, deadlines)
  serveHealth(app, services.secrets, schema.isOurs)
  const sessions = openSessionCheck(db, config, scopeOf, uses, failed('session not touched'))
  const keys = openKeyCheck(db, sessions, scopeOf, uses, failed('use of a key not noted'))
  const authenticate = authenticator(keys, guard)
  const handlers = allHandlers(services, {
    imports: ofImports,
    erasures: ofErasures,
    retention: { usual: usualDays(config.trashDays), next: () => retention?.next() ?? null },
    live,
    alone: options.listen === undefined,
  })
  serveEndpoints(app, authenticate, handlers, { guard, idempotency, guarding })
  const call = directCalls(handlers, guard)
  const toolFailed = failed('tool of an agent failed')
  const mcp = { config, db, services, authenticate, uses, call, guard, onError: toolFailed }
  await serveMcp(app, mcp)
  serveBackChannelLogout(app, services, guard)
  await serveScim(app, services, authenticate, guard)
  await serveDocs(app, config, authenticate)
  await serveWeb(app, () => webSettings(config.dataDir, words, signInOptions), connectSources)
  serveUploads(app, storage, (url) => guard(isPictureInUse(db, url)))
  return app
}
