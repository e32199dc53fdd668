import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freePort, startFile, stop, untilAnswers } from './processes.ts'

const owner = { email: 'owner@example.com', password: 'only for the benchmark' }

/** What signing the owner in answers, as far as it is stored. */
interface Session {
  token: string
  tokenExpiry: string | number
}

/**
 * Measures in Chromium, before an empty Steward of its own; both are ended afterwards.
 * @param what is measured, for the line that says that no Chromium was found
 * @param measure is handed the browser, the server's address, and what signs its owner in
 * @param given.demo fills Steward with the data of its demonstration
 */
export async function inBrowser(
  what: string,
  measure: (browser: Browser, url: string, signIn: () => Promise<Session>) => Promise<void>,
  given: { demo?: boolean } = {},
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
    DEMO: given.demo ? '1' : '0',
    NODE_ENV: 'production',
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    LOG_LEVEL: 'warn',
    PORT: String(port),
  })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilAnswers(`${url}/health/ready`)
    await measure(browser, url, async () => {
      const answer = await fetch(`${url}/api/auth/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(owner),
      })
      return ((await answer.json()) as { data: Session }).data
    })
  } finally {
    await browser.close()
    await stop(server)
    await rm(dataDir, { recursive: true, force: true })
  }
}
