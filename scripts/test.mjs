// Everything that can fail, with one closing line. With --scale: a million rows, minutes, kill loops, the
// tests of the server on every engine, other servers in every way they can be, and the browser tests in German and Arabic.
import './lib/node-version.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { install } = await import('./lib/install.mjs')
const { build } = await import('./lib/build.mjs')
const { check } = await import('./lib/check.mjs')
const { findChromium } = await import('./lib/chromium.mjs')
const { firstLine, printFailures } = await import('./lib/failures.mjs')
const { binOf, root, runNode } = await import('./lib/run.mjs')

const scale = process.argv.includes('--scale')
const reports = mkdtempSync(join(tmpdir(), 'steward-reports-'))
const beforeTwoServers =
  'areas attacks audit-log content imports lists lost-answers password people profile registration roles second-factor session trash users'.split(
    ' ',
  )
const sums = { passed: 0, failures: [] }

await install()
// Some tests of the server, as those of the browser, need what is built.
const [checked] = await Promise.all([scale ? { passed: 0, failures: [] } : check(), build()])
add(checked)
await vitest()
// At scale, only what has a reduced size in the usual run: other servers, in every way they can be, and
// two servers on one database.
await browser(scale ? ['spec-only', 'both-servers'] : [])
if (scale) {
  await browser(beforeTwoServers, { STEWARD_INSTANCES: '2' })
  for (const STEWARD_LANGUAGE of ['de', 'ar']) await browser([], { STEWARD_LANGUAGE })
} else await browser(['bills', 'tasks', 'split-view'], { STEWARD_LANGUAGE: 'ar' })

rmSync(reports, { recursive: true, force: true })
printFailures(sums.failures)
console.log(`\n${sums.passed} passed, ${sums.failures.length} failed`)
process.exitCode = sums.failures.length > 0 || sums.passed === 0 ? 1 : 0

function add({ passed, failures }) {
  sums.passed += passed
  sums.failures.push(...failures)
}

/** Adds what a run reported; one that ended badly and named no failure has failed all the same. */
function addRun(name, code, report) {
  const { passed, failures } = report ?? { passed: 0, failures: [] }
  const unnamed = code !== 0 && failures.length === 0
  add({ passed, failures: unnamed ? [{ name, message: `ended with ${code}` }] : failures })
}

async function vitest() {
  const file = join(reports, 'vitest.json')
  const only = scale ? ['--project', 'server', '--project', 'deploy'] : []
  const reporter = join(root, 'scripts/lib/vitest-report.mjs')
  const code = await runNode(
    [binOf('vitest'), 'run', '--reporter=dot', `--reporter=${reporter}`, ...only],
    {
      env: { NO_COLOR: '1', STEWARD_TEST_REPORT: file, ...(scale ? { STEWARD_SCALE: '1' } : {}) },
    },
  )
  addRun('Vitest', code, read(file))
}

async function browser(only, settings = {}) {
  const chromium = await findChromium()
  if (!chromium) {
    const message = 'No Chromium was found and none could be installed; they did not run.'
    add({ passed: 0, failures: [{ name: 'browser tests', message }] })
    return
  }
  const file = join(reports, 'browser.json')
  const code = await runNode([binOf('@playwright/test', 'playwright'), 'test', ...only], {
    env: {
      STEWARD_CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(scale ? { STEWARD_SCALE: '1' } : {}),
      ...settings,
    },
  })
  const report = read(file)
  addRun('browser tests', code, report && browserReport(report))
  // The next run, or its absence, must not be taken for this one.
  rmSync(file, { force: true })
}

/** The same as `vitest-report.mjs` writes, of Playwright's JSON. What fails once has failed. */
function browserReport({ suites, errors, stats }) {
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const failures = suites.flatMap(specs).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: `e2e/${file} › ${title}`,
        message: firstLine(results.find(({ error }) => error)?.error),
      })),
  )
  const outside = errors.map((error) => ({ name: 'browser tests', message: firstLine(error) }))
  return { passed: stats.expected, failures: [...failures, ...outside] }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
