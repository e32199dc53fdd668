import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { freePort, startFile, stop, untilAnswers } from './lib/processes.ts'

/** Bytes over the wire and requests of the sign-in page, as Chromium counts them. */
export async function signInPage(): Promise<void> {
  const executablePath = process.env.STEWARD_CHROMIUM
  if (!executablePath) {
    console.log('Sign-in page: no Chromium was found')
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-page-'))
  const port = await freePort()
  const server = startFile(['apps/server/src/main.ts'], {
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    PORT: String(port),
  })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await untilAnswers(`http://127.0.0.1:${port}/health/ready`)
    const page = await browser.newPage()
    const sizes: Record<string, { bytes: number; requests: number }> = {}
    page.on('requestfinished', async (request) => {
      const kind = request.resourceType()
      const { responseBodySize } = await request.sizes()
      const sum = sizes[kind] ?? { bytes: 0, requests: 0 }
      sizes[kind] = { bytes: sum.bytes + responseBodySize, requests: sum.requests + 1 }
    })
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    console.log('Sign-in page (bytes as sent: brotli)')
    for (const [kind, { bytes, requests }] of Object.entries(sizes)) {
      console.log(`  ${kind.padEnd(12)} ${bytes} bytes in ${requests} requests`)
    }
    const all = Object.values(sizes)
    console.log(`  in all       ${all.reduce((sum, each) => sum + each.requests, 0)} requests\n`)
  } finally {
    await browser.close()
    await stop(server)
    await rm(dataDir, { recursive: true, force: true })
  }
}
