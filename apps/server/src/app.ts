import type { EndpointName } from '@steward/contract/calls/routes'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { areas, contentHandlers } from './areas.ts'
import { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Db, PoolFigures } from './db/connection/connection.ts'
import type { Listen } from './db/connection/listen.ts'
import type { Reachability } from './db/connection/reachability.ts'
import { checkCountersAtStart } from './db/counts/check-at-start.ts'
import { startFolding } from './db/counts/deltas.ts'
import { watchSchema } from './db/migrations/watch-schema.ts'
import { authenticator } from './http/authenticate.ts'
import { type DatabaseDeadline, databaseDeadline, deadlineGuard } from './http/database-deadline.ts'
import { directCalls, preparedCalls } from './http/direct-call.ts'
import { serveDocs } from './http/docs.ts'
import type { Handlers } from './http/handler.ts'
import { serveHealth } from './http/health.ts'
import { type Outbound, openOutbound } from './http/outbound.ts'
import { type RequestLimits, requestLimits } from './http/request-limits.ts'
import { serveEndpoints } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { serveWeb } from './http/web.ts'
import { openMailer } from './mail/mailer.ts'
import { accessReviewHandlers } from './modules/access-review/access-review.routes.ts'
import { approvalsHandlers } from './modules/accounts/approvals.routes.ts'
import { clearSecondFactorHandlers } from './modules/accounts/clear-second-factor.routes.ts'
import { passwordResetHandlers } from './modules/accounts/password-reset.routes.ts'
import { registrationHandlers } from './modules/accounts/registration.routes.ts'
import { auditLogHandlers } from './modules/audit-log/audit-log.routes.ts'
import { startSealer } from './modules/audit-log/sealer.ts'
import { changesHandlers } from './modules/changes/changes.routes.ts'
import { guarding } from './modules/consents/consent-guard.ts'
import { consentsHandlers } from './modules/consents/consents.routes.ts'
import { dashboardHandlers } from './modules/dashboard/dashboard.routes.ts'
import { exportsHandlers } from './modules/exports/exports.routes.ts'
import { openIdempotency } from './modules/idempotency/idempotency.service.ts'
import { identityProvidersHandlers } from './modules/identity-providers/identity-providers.routes.ts'
import { openProviderClients } from './modules/identity-providers/provider-clients.ts'
import { openSignInOptions } from './modules/identity-providers/sign-in-options.ts'
import { openImportFiles } from './modules/imports/import-files.ts'
import { importsHandlers } from './modules/imports/imports.routes.ts'
import { importLane } from './modules/imports/imports.work.ts'
import { type ImportLimits, importLimits } from './modules/imports/limits.ts'
import { jobsHandlers } from './modules/jobs/jobs.routes.ts'
import { makeRunners } from './modules/jobs/runners.ts'
import { startUndoJobs } from './modules/jobs/undo-jobs.ts'
import { liveHandlers } from './modules/live/live.routes.ts'
import { type LiveLimits, openLiveHub } from './modules/live/live-hub.ts'
import { loansHandlers } from './modules/loans/loans.routes.ts'
import { endLoansOfGranters } from './modules/loans/loans.service.ts'
import { temporaryRolesHandlers } from './modules/loans/temporary-roles.routes.ts'
import { serveMcp } from './modules/mcp/mcp.plugin.ts'
import { serveBackChannelLogout } from './modules/openid/back-channel-logout.ts'
import { openidHandlers } from './modules/openid/openid.routes.ts'
import { decisionsHandlers } from './modules/post-decisions/decisions.routes.ts'
import { eraseWork } from './modules/privacy/erasure.work.ts'
import { privacyHandlers } from './modules/privacy/privacy.routes.ts'
import { findRetention, usualDays } from './modules/privacy/retention-settings.store.ts'
import { languageOf } from './modules/profile/preferences.store.ts'
import { profileHandlers } from './modules/profile/profile.routes.ts'
import { carryOut } from './modules/proposals/carry-out.ts'
import { agentBoundsHandlers, proposalsHandlers } from './modules/proposals/proposals.routes.ts'
import { scopesOf } from './modules/records/scope.store.ts'
import { roleReplayHandlers } from './modules/role-replay/role-replay.routes.ts'
import { ownerNotifier } from './modules/roles/owner-notices.ts'
import { openPermissionUses } from './modules/roles/permission-uses.store.ts'
import { permissionsHandlers } from './modules/roles/permissions.routes.ts'
import { rolesHandlers } from './modules/roles/roles.routes.ts'
import { savedViewsHandlers } from './modules/saved-views/saved-views.routes.ts'
import { provisioningHandlers } from './modules/scim/provisioning/provisioning.routes.ts'
import { applyMapping } from './modules/scim/provisioning/scim-roles.service.ts'
import { serveScim } from './modules/scim/scim.plugin.ts'
import { searchHandlers } from './modules/search/search.routes.ts'
import { secondFactorHandlers } from './modules/second-factor/second-factor.routes.ts'
import { openKeyCheck } from './modules/service-accounts/key-check.ts'
import { serviceAccountsHandlers } from './modules/service-accounts/service-accounts.routes.ts'
import { sessionHandlers } from './modules/sign-in/session.routes.ts'
import { findSessionsStaff, openSessionCheck } from './modules/sign-in/session-check.ts'
import type { SnapshotLimits } from './modules/time-travel/time-travel.limits.ts'
import { Snapshots } from './modules/time-travel/time-travel.service.ts'
import { bulkMailer } from './modules/users/account-emails.ts'
import { countsShownPeople } from './modules/users/bulk-reads.ts'
import { usersHandlers } from './modules/users/users.routes.ts'
import { startWebhooks } from './modules/webhooks/sender.ts'
import { webhooksHandlers } from './modules/webhooks/webhooks.routes.ts'
import { type OwnWordsReader, openWords } from './modules/words/own-words.ts'
import { wordsHandlers } from './modules/words/words.routes.ts'
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
import { readWebConfig } from './web-config.ts'

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
 * The composition root: every module is named here.
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
  const usual = usualDays(config.trashDays)
  const retention =
    options.retention === false ? null : startRetention(config, db, storage, areas, logger)
  const retentionRun = { usual, next: () => retention?.next() ?? null }
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
  const handlers: Handlers<EndpointName> = {
    ...sessionHandlers(services),
    ...registrationHandlers(services),
    ...passwordResetHandlers(services),
    ...approvalsHandlers(services),
    ...clearSecondFactorHandlers(services),
    ...profileHandlers(services),
    ...secondFactorHandlers(services),
    ...permissionsHandlers(db),
    ...dashboardHandlers(services),
    ...rolesHandlers(services),
    ...roleReplayHandlers(services),
    ...usersHandlers(services),
    ...contentHandlers(services),
    ...jobsHandlers(services),
    ...importsHandlers(services, ofImports),
    ...exportsHandlers(services),
    ...liveHandlers(services, live, options.listen === undefined),
    ...auditLogHandlers(services, startUndoJobs),
    ...decisionsHandlers(services),
    'trash.settings': async () => ({
      data: { days: (await findRetention(db, usual)).days.trash ?? 0 },
    }),
    ...savedViewsHandlers(db),
    ...searchHandlers(services),
    ...wordsHandlers(services),
    ...webhooksHandlers(services),
    ...identityProvidersHandlers(services),
    ...provisioningHandlers(services),
    ...openidHandlers(services),
    ...serviceAccountsHandlers(services),
    ...changesHandlers(services),
    ...proposalsHandlers(services),
    ...loansHandlers(services),
    ...temporaryRolesHandlers(services),
    ...privacyHandlers(services, ofErasures, retentionRun),
    ...agentBoundsHandlers(services),
    ...accessReviewHandlers(services),
    ...consentsHandlers(services, (...asked) => preparedCalls(handlers)(...asked)),
  }
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

/** The settings of the web app, with the words of the community and the identity providers, where there are some. */
async function webSettings(
  dataDir: string,
  wordsReader: OwnWordsReader,
  optionsReader: Services['signInOptions'],
) {
  const [settings, words, signIn] = await Promise.all([
    readWebConfig(dataDir),
    wordsReader.read(),
    optionsReader.read(),
  ])
  return {
    ...settings,
    ...(Object.keys(words).length > 0 && { words }),
    ...(signIn.providers.length > 0 && { signIn }),
  }
}

/** The origins of other servers that the web app calls, which the browser must allow. */
async function otherOrigins(dataDir: string): Promise<string[]> {
  const { host } = await readWebConfig(dataDir)
  const url = typeof host === 'string' ? URL.parse(host) : null
  return url ? [url.origin] : []
}
