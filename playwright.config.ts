import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/lib/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  // What passes at the second try is reported as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 30_000,
    launchOptions: {
      ...(process.env['STEWARD_CHROMIUM']
        ? { executablePath: process.env['STEWARD_CHROMIUM'] }
        : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'on-first-retry',
  },
})
