import { inBrowser } from './lib/browser.ts'

/** Bytes over the wire and requests of the sign-in page, as Chromium counts them. */
export const signInPage = (): Promise<void> =>
  inBrowser('Sign-in page', async (browser, url) => {
    const page = await browser.newPage()
    const sizes: Record<string, { bytes: number; requests: number }> = {}
    page.on('requestfinished', async (request) => {
      const kind = request.resourceType()
      const { responseBodySize } = await request.sizes()
      const sum = sizes[kind] ?? { bytes: 0, requests: 0 }
      sizes[kind] = { bytes: sum.bytes + responseBodySize, requests: sum.requests + 1 }
    })
    await page.goto(`${url}/`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    console.log('Sign-in page (bytes as sent: brotli)')
    for (const [kind, { bytes, requests }] of Object.entries(sizes)) {
      console.log(`  ${kind.padEnd(12)} ${bytes} bytes in ${requests} requests`)
    }
    const all = Object.values(sizes)
    console.log(`  in all       ${all.reduce((sum, each) => sum + each.requests, 0)} requests\n`)
  })
