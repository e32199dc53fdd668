import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { freePort } from '../testing/process.ts'
import { findProgram, runPromtool } from '../testing/prometheus.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))
const read = (name: string) => readFile(pathOf(name), 'utf8')

let app: TestApp
let scraped: string
beforeAll(async () => {
  const port = await freePort()
  app = await startTestApp(
    usualEngine,
    {
      metrics: { host: '127.0.0.1', port },
      auditStream: { url: 'syslog://127.0.0.1:9', authorization: undefined },
    },
    { pool: () => ({ max: 1, open: 1, idle: 1, waiting: 0 }) },
  )
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  await fetch(`${url}/health/live`)
  scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
})
afterAll(() => app.dispose())

const ofMetrics = /\b(?:steward|process|nodejs)_[a-z\d_]+\b/g
/** A histogram is scraped as its parts. */
const isScraped = (name: string) => new RegExp(`^${name}[ {]`, 'm').test(scraped)

test.each(['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/steward.json'])(
  '%s names metrics that there are',
  async (name) => {
    const named = new Set((await read(name)).match(ofMetrics))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((metric) => !isScraped(metric))).toEqual([])
  },
)

test('the dashboard shows every metric of ours', async () => {
  const dashboard = await read('grafana/steward.json')
  const own = [...scraped.matchAll(/^# TYPE (steward_\w+)/gm)].map(([, name = '']) => name)
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([])
})

test('each alert has a test and a section that says what to do', async () => {
  const [rules, tests] = [
    await read('prometheus/alerts.yml'),
    await read('prometheus/alerts.test.yml'),
  ]
  const docs = await readFile(pathOf('../docs/operations.md'), 'utf8')
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(10)
  for (const name of alerts) {
    expect(tests).toContain(`alertname: ${name}\n        exp_alerts`)
    expect(rules).toContain(`runbook: docs/operations.md#${name.toLowerCase()}\n`)
  }
  expect([...docs.matchAll(/^#### (Steward\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
})

const promtool = findProgram('promtool')
test.runIf(promtool)('the rules do what they say', async () => {
  const run = (...args: string[]) => runPromtool(promtool ?? '', args)
  expect(run('check', 'config', pathOf('prometheus/prometheus.yml'))).toContain('SUCCESS')
  expect(run('test', 'rules', pathOf('prometheus/alerts.test.yml'))).toContain('SUCCESS')
})
