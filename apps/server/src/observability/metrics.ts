import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Db, PoolFigures } from '../db/connection/connection.ts'
import { readWithin } from '../db/reads/cancellation.ts'
import { countRequests } from './http-metrics.ts'
import { type Measures, readMeasures } from './measures.store.ts'
import { serveMetrics } from './metrics-server.ts'

/** What tells of the server's state without asking the database. */
export interface MetricsSources {
  pool?: (() => PoolFigures) | undefined
  mail(): { waiting: number; failed: number }
  liveStreams(): number
  streamsAuditLog: boolean
  slowQueries(): number
  /** Called with what the measures could not be read for, the first time in a row. */
  onError(error: unknown): void
}

/** Named by Node with `_total` though they are no counters, or told by `steward_build_info`. */
const leftOut = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_version_info',
]

/** How long a scrape waits for the database, and for how long what it told is shown again; milliseconds. */
const [maxReadMs, freshMs] = [2_000, 5_000]

/** Serves metrics of this server on a port of their own, until the server closes. */
export async function openMetrics(
  app: FastifyInstance,
  db: Db,
  listenOn: NonNullable<Config['metrics']>,
  sources: MetricsSources,
): Promise<void> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of leftOut) registry.removeSingleMetric(name)
  countRequests(app, registry)
  await addBuildInfo(registry)
  addGauges(registry, ownGauges(sources))
  addCounters(registry, {
    mail_failed_total: ['E-mails given up after their last try.', () => sources.mail().failed],
    database_slow_queries_total: ['Statements slower than SLOW_QUERY_MS.', sources.slowQueries],
  })
  const measure = measuring(db, sources.onError)
  addMeasures(registry, measure.latest, sources.streamsAuditLog)
  const text = async () => {
    await measure.refresh()
    return await registry.metrics()
  }
  const server = serveMetrics(listenOn, registry.contentType, text)
  app.addHook('onReady', server.listen)
  app.addHook('onClose', server.close)
}

async function addBuildInfo(registry: Registry): Promise<void> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  new Gauge({
    name: 'steward_build_info',
    help: 'Always 1; its labels are the versions that run.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
}

type Source = readonly [help: string, value: () => number | undefined]

function ownGauges({ pool, mail, liveStreams }: MetricsSources): Record<string, Source> {
  return {
    ...(pool && {
      database_connections_max: ['Connections that the pool may open.', () => pool().max],
      database_connections_open: ['Connections of the pool that are open.', () => pool().open],
      database_connections_idle: ['Open connections that nobody uses.', () => pool().idle],
      database_connections_waiting: ['Callers that wait for a connection.', () => pool().waiting],
    }),
    mail_waiting: ['E-mails that wait or are being sent.', () => mail().waiting],
    live_streams: ['Live streams that are open.', liveStreams],
  }
}

function addMeasures(
  registry: Registry,
  latest: () => Measures | undefined,
  streamsAuditLog: boolean,
): void {
  const of = (key: keyof Measures) => () => latest()?.[key]
  addGauges(registry, {
    database_up: ['Whether the database answered this scrape in time.', () => (latest() ? 1 : 0)],
    unfolded_changes: ['Changes not yet folded into the counters of totals.', of('deltas')],
    audit_unsealed_entries: ['Audit entries that no seal holds yet.', of('unsealed')],
    audit_unsealed_seconds: ['Age of the oldest of them.', of('unsealedSeconds')],
    jobs_waiting: ['Jobs that wait for their turn.', of('waiting')],
    jobs_running: ['Jobs under way.', of('running')],
    jobs_waiting_seconds: ['Age of the oldest waiting job.', of('waitingSeconds')],
    jobs_stalled_seconds: [
      'Time since the last progress of the open job that got none for longest.',
      of('stalledSeconds'),
    ],
    ...(streamsAuditLog && {
      audit_stream_unsent_seals: ['Seals that the receiver does not have.', of('unsentSeals')],
      audit_stream_unsent_seconds: ['Age of the first of them.', of('unsentSeconds')],
    }),
  })
}

/** Registers gauges that are read at each scrape; without a value they show none. */
function addGauges(registry: Registry, sources: Record<string, Source>): void {
  for (const [name, [help, value]] of Object.entries(sources))
    new Gauge({
      name: `steward_${name}`,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === undefined) this.remove()
        else this.set(now)
      },
    })
}

function addCounters(registry: Registry, sources: Record<string, readonly [string, () => number]>) {
  for (const [name, [help, value]] of Object.entries(sources))
    new Counter({
      name: `steward_${name}`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(value())
      },
    })
}

/** Reads the measures at most once in `freshMs`, however often it is asked; undefined where the database didn't answer. */
function measuring(db: Db, onError: (error: unknown) => void) {
  let latest: Measures | undefined
  let failed = false
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async () => {
    try {
      latest = await readWithin(maxReadMs, '', () => readMeasures(db))
      failed = false
    } catch (error) {
      if (!failed) onError(error)
      failed = true
      latest = undefined
    }
    readAt = performance.now()
    reading = undefined
  }
  return {
    latest: () => latest,
    refresh: async () => {
      if (performance.now() - readAt < freshMs) return
      reading ??= read()
      const done = reading.then(() => true)
      // It may wait for a connection for longer than its statement may take.
      if (!(await Promise.race([done, wait(maxReadMs, false, { ref: false })]))) latest = undefined
    },
  }
}
