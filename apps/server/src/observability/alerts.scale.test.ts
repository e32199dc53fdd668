import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syslogReceiver } from '../testing/audit-receivers.ts'
import {
  findPostgresPrograms,
  makePostgresServer,
  type PostgresServer,
} from '../testing/postgres-server.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  spawnServer,
  testOwner,
  untilReady,
} from '../testing/process.ts'
import { findProgram, spawnPrometheus } from '../testing/prometheus.ts'

const programs = findPostgresPrograms()
const prometheus = findProgram('prometheus')

/** The rules of production in seconds instead of minutes, so that faults of seconds fire them. */
const inSeconds = (rules: string) =>
  rules
    .replace(/for: \d+m/g, 'for: 1s')
    .replace(/\[\d+m\]/g, '[10s]')
    .replace('jobs_stalled_seconds > 600', 'jobs_stalled_seconds > 5')
    .replace('unsent_seconds > 300', 'unsent_seconds > 3')
    .replace('> 0.1\n', '> 0\n')

describe.runIf(programs && prometheus)('faults that a real Prometheus sees', () => {
  let postgres: PostgresServer
  let folder: string
  let server: ServerProcess
  let prometheusUrl: string
  let stopPrometheus = async () => {}
  let receiver: Awaited<ReturnType<typeof syslogReceiver>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-alerts-'))
    receiver = await syslogReceiver()
    postgres = await makePostgresServer(programs ?? '')
    await postgres.start()
    const metricsPort = await freePort()
    server = spawnServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      OWNER_EMAIL: testOwner.email,
      OWNER_PASSWORD: testOwner.password,
      METRICS_PORT: String(metricsPort),
      AUDIT_STREAM_URL: `syslog://127.0.0.1:${receiver.port}`,
      SLOW_QUERY_MS: '500',
    })
    await untilReady(server)
    const rules = await readFile(
      new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url),
      'utf8',
    )
    await writeFile(join(folder, 'alerts.yml'), inSeconds(rules))
    await writeFile(
      join(folder, 'prometheus.yml'),
      `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - { job_name: steward, scrape_timeout: 1s, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }
`,
    )
    const port = await freePort()
    prometheusUrl = `http://127.0.0.1:${port}`
    const child = spawnPrometheus(
      prometheus ?? '',
      join(folder, 'prometheus.yml'),
      join(folder, 'tsdb'),
      port,
    )
    stopPrometheus = () =>
      new Promise((done) => {
        child.once('close', () => done())
        child.kill('SIGKILL')
      })
  })
  afterAll(async () => {
    await stopPrometheus()
    await server.stop('SIGKILL')
    receiver.kill()
    await postgres.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  const firing = async (): Promise<string[]> => {
    const answer = await fetch(`${prometheusUrl}/api/v1/alerts`)
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    return data.alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => labels.alertname)
      .sort()
  }
  const untilFires = (name: string) => expect.poll(firing, { timeout: 60_000 }).toContain(name)
  const untilQuiet = (name: string) => expect.poll(firing, { timeout: 60_000 }).not.toContain(name)
  /** Does something again and again meanwhile; what fails doesn't matter. */
  const during = async (work: () => Promise<unknown>, meanwhile: () => Promise<void>) => {
    let over = false
    const working = (async () => {
      while (!over) {
        await work().catch(() => {})
        await wait(100)
      }
    })()
    await meanwhile().finally(() => {
      over = true
    })
    await working
  }

  test('fire the alerts of those faults, and none before', async () => {
    await expect
      .poll(async () => (await fetch(`${prometheusUrl}/-/ready`).catch(() => undefined))?.status)
      .toBe(200)
    const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
    const list = () => askServer(server, 'GET', 'admin/bills', { token })
    const database = new pg.Client({ connectionString: postgres.url })
    database.on('error', () => {})
    await database.connect()
    await during(list, () => wait(5_000))
    await expect.poll(firing).toEqual([])

    // Slow requests: the table is locked for a while, again and again.
    const lock = async () => {
      await database.query('begin; lock table bills in access exclusive mode')
      await wait(1_500)
      await database.query('commit')
    }
    await during(
      () => Promise.all([lock(), wait(100).then(list), wait(100).then(list)]),
      async () => {
        await untilFires('StewardSlow')
        await untilFires('StewardSlowQueries')
      },
    )

    // A stuck job: nobody can take it while another transaction holds its row.
    const { rows } = await database.query('select id from users limit 1')
    await database.query('begin')
    await database.query(
      `insert into jobs (id, area, action, started_by, total) values (gen_random_uuid(), 'posts', 'delete', $1, 1)`,
      [rows[0].id],
    )
    await database.query('commit; begin; select 1 from jobs for update')
    await untilFires('StewardJobStalled')
    await database.query('rollback; delete from jobs')
    await untilQuiet('StewardJobStalled')

    // The receiver of the audit log is away.
    receiver.kill()
    await askServer(server, 'POST', 'admin/category', { token, body: { name: 'Not streamed' } })
    await untilFires('StewardAuditStreamBehind')
    await receiver.start()
    await untilQuiet('StewardAuditStreamBehind')

    // The database is away, so that requests fail.
    await postgres.stop('immediate')
    await during(list, async () => {
      await untilFires('StewardDatabaseAway')
      await untilFires('StewardErrors')
    })
    await postgres.start()
    await during(list, async () => {
      await untilQuiet('StewardDatabaseAway')
      await untilQuiet('StewardErrors')
    })

    // The server is killed.
    await server.stop('SIGKILL')
    await untilFires('StewardDown')
  }, 400_000)
})
