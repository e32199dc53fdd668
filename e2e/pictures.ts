// Takes the pictures of the README from the running product: npm run pictures
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { watchRequests } from './lib/quiet.ts'
import { root, signIn, startServer } from './lib/steward.ts'

const folder = join(root, 'docs', 'pictures')
const pictures = [
  ['dashboard', '/dashboard'],
  ['members', '/users/members'],
  ['bills', '/bills?status=due&status=overdue&sort=dueAt'],
  ['role', '/roles/{Moderator}'],
] as const

/** An address with the name of a role in braces, with its id instead. */
async function withIds(page: Page, path: string): Promise<string> {
  const name = /\{(.+)\}/.exec(path)?.[1]
  if (!name) return path
  const id = await page.evaluate(async (wanted) => {
    const answer = await fetch(`/api/admin/role/all/role?name=${wanted}`, {
      headers: { authorization: `Bearer ${localStorage['token']}` },
    })
    return (await answer.json()).data.roles[0]._id as string
  }, name)
  return path.replace(`{${name}}`, id)
}

await mkdir(folder, { recursive: true })
const server = await startServer()
const executablePath = process.env['STEWARD_CHROMIUM']
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const theme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    })
    await page.goto(`${server.url}/?theme=${theme}`)
    // The app takes the theme out of the address once it has stored it.
    await page.waitForURL((address) => !address.searchParams.has('theme'))
    await signIn(page, server)
    const quiet = watchRequests(page)
    for (const [name, path] of pictures) {
      await page.goto(`${server.url}${await withIds(page, path)}`)
      await quiet()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    }
    await page.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
