import { defineConfig } from '@playwright/test'
import { windowOptions } from './e2e/lib/windows.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/lib/global-setup.ts',
  fullyParallel: false,
  workers: 2,
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
    ...windowOptions,
    // The next test finds the web app in the caches of the browser; what is stored is cleared before it.
    reuseContext: true,
  },
})
