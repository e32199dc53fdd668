import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type Steward, withSteward } from './steward.ts'

export async function withBrowser<R>(use: (browser: Browser) => Promise<R>): Promise<R> {
  const executablePath = process.env['STEWARD_CHROMIUM'] ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

/** Measures in Chromium against a Steward; `what` names it where there is no Chromium. */
export async function inBrowser(
  what: string,
  options: { demo: boolean },
  measure: (steward: Steward) => Promise<void>,
): Promise<void> {
  if (process.env['STEWARD_CHROMIUM']) await withSteward(options, measure)
  else console.log(`${what}: no Chromium was found`)
}

export const contextWith = (
  browser: Browser,
  origin: string,
  stored: Readonly<Record<string, string>>,
): Promise<BrowserContext> => {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
}
