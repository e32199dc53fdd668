import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { binOf, root, run, runNode } from './run.mjs'
import { say } from './say.mjs'

const usual = [
  process.env.STEWARD_CHROMIUM,
  // Made for this, it needs a fifth less of the processor.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium for the browser tests, or installs one: Debian's package as root, else
 * Playwright's own.
 * @returns {Promise<string | null>} its path
 */
export async function findChromium() {
  const found = usual.find((path) => path && existsSync(path)) ?? playwrights()
  if (found) return found
  if (process.getuid?.() === 0 && has('apt-get')) {
    say('Installing Chromium for the browser tests …')
    await run('apt-get', ['update', '-qq'])
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const packages = [name, 'fonts-noto-core', 'fonts-noto-color-emoji']
      await run('apt-get', ['install', '-y', '-qq', ...packages])
      if (existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`
    }
  }
  say('Installing Playwright’s Chromium for the browser tests …')
  await runNode([binOf('@playwright/test', 'playwright'), 'install', 'chromium'])
  return playwrights()
}

/** Playwright's own Chromium, if it is installed. */
function playwrights() {
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test')
    const path = chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

const has = (command) => spawnSync('which', [command]).status === 0
