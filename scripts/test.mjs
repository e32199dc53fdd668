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
const { binOf, runNode } = await import('./lib/run.mjs')

const scale = process.argv.includes('--scale')
const reports = mkdtempSync(join(tmpdir(), 'steward-reports-'))
const beforeTwoServers =
  'areas attacks audit-log content imports lists lost-answers password people profile registration roles second-factor session trash users'.split(
    ' ',
  )
const sums = { passed: 0, failed: 0 }

await install()
// Some tests of the server, as those of the browser, need what is built.
const [checked] = await Promise.all([scale ? { passed: 0, failed: 0 } : check(), build()])
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
console.log(`\n${sums.passed} passed, ${sums.failed} failed`)
process.exitCode = sums.failed > 0 || sums.passed === 0 ? 1 : 0

function add({ passed, failed }) {
  sums.passed += passed
  sums.failed += failed
}

async function vitest() {
  const file = join(reports, 'vitest.json')
  const only = scale ? ['--project', 'server', '--project', 'deploy'] : []
  const code = await runNode(
    [
      binOf('vitest'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...only,
    ],
    { env: { NO_COLOR: '1', ...(scale ? { STEWARD_SCALE: '1' } : {}) } },
  )
  const report = read(file)
  const failed = report?.numFailedTests ?? 0
  // A file that can't even be loaded has no failed test, and yet has failed.
  add({ passed: report?.numPassedTests ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed })
}

async function browser(only, settings = {}) {
  const chromium = await findChromium()
  if (!chromium) {
    console.error(
      'No Chromium was found and none could be installed; the browser tests did not run.',
    )
    add({ passed: 0, failed: 1 })
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
  const stats = read(file)?.stats
  // What fails once has failed.
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  add({ passed: stats?.expected ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed })
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
