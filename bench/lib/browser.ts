import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freePort, startFile, stop, untilAnswers } from './processes.ts'

/**
 * Measures in Chromium, before an empty Steward of its own; both are ended afterwards.
 * @param what is measured, for the line that says that no Chromium was found
 */
export async function inBrowser(
  what: string,
  measure: (browser: Browser, url: string) => Promise<void>,
): Promise<void> {
  const executablePath = process.env['STEWARD_CHROMIUM']
  if (!executablePath) {
    console.log(`${what}: no Chromium was found`)
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-bench-'))
  const port = await freePort()
  const server = startFile(['apps/server/src/main.ts'], {
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    PORT: String(port),
  })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilAnswers(`${url}/health/ready`)
    await measure(browser, url)
  } finally {
    await browser.close()
    await stop(server)
    await rm(dataDir, { recursive: true, force: true })
  }
}
