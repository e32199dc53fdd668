// Takes the pictures of the README, of docs/integrations and docs/rights.md from the running product: npm run pictures
// STEWARD_PICTURES=images takes those of the integrations alone, STEWARD_PICTURES=rights those of docs/rights.md.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { withFewColours } from '../apps/server/src/testing/pictures.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { fillIntegrations, settings } from './lib/integrations.ts'
import { drawn, like, t } from './lib/messages.ts'
import { permitting } from './lib/people.ts'
import { watchRequests } from './lib/quiet.ts'
import { root, type Server, signIn, startServer } from './lib/steward.ts'

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

/** A page of somebody who is signed in. */
async function openSignedIn(browser: Browser, server: Server, theme: string, width: number) {
  const page = await browser.newPage({
    viewport: { width, height: (width / 8) * 5 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  await page.goto(`${server.url}/?theme=${theme}`)
  // The app takes the theme out of the address once it has stored it.
  await page.waitForURL((address) => !address.searchParams.has('theme'))
  await signIn(page, server)
  return page
}

/** The pictures of the README, light and dark. */
async function takePages(browser: Browser): Promise<void> {
  const folder = join(root, 'docs', 'pictures')
  await mkdir(folder, { recursive: true })
  const server = await startServer()
  try {
    for (const theme of ['light', 'dark']) {
      const page = await openSignedIn(browser, server, theme, 1280)
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
    await server.stop()
  }
}

const claims = `{ "sub": "4711", "name": "Ada Lovelace",
  "email": "ada@campus.example.com", "email_verified": true,
  "groups": ["library", "treasurers"] }`

interface Picture {
  name: string
  /** The part of the integrations that it shows. */
  part: string
  /** What is done there before. */
  prepare?: (page: Page) => Promise<void>
  /** The section that it shows alone. */
  section?: () => string
}

const integrations: readonly Picture[] = [
  {
    name: 'sign-in',
    part: 'sign-in',
    prepare: (page) =>
      page.getByRole('button', { name: t('Edit {name}', { name: 'Campus' }) }).click(),
  },
  {
    name: 'sign-in-try',
    part: 'sign-in',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: t('Try a token with {name}', { name: 'Campus' }) })
        .click()
      await page.getByLabel(t('ID token or claims')).fill(claims)
      await page.getByRole('button', { name: t('Check'), exact: true }).click()
    },
  },
  { name: 'provisioning', part: 'provisioning' },
  { name: 'keys', part: 'keys' },
  { name: 'changes', part: 'keys', section: () => t('Feed a warehouse') },
  { name: 'webhooks', part: 'webhooks' },
  {
    name: 'webhooks-deliveries',
    part: 'webhooks',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: t('Deliveries of {name}', { name: 'Warehouse' }) })
        .click()
      await page.getByRole('dialog').getByText(t('Details')).first().click()
    },
  },
  { name: 'agents', part: 'agents' },
  {
    name: 'proposal',
    part: 'agents',
    prepare: (page) =>
      page
        .getByRole('button', { name: like('Review: {request}, by {name}') })
        .last()
        .click(),
  },
]

/** Shows other addresses in place of those of this machine, in texts and fields. */
const showAddresses = (page: Page, addresses: Readonly<Record<string, string>>) =>
  page.evaluate((shown) => {
    const changed = (text: string) =>
      Object.entries(shown).reduce((all, [real, other]) => all.replaceAll(real, other), text)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? ''
      if (changed(text) !== text) node.nodeValue = changed(text)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (changed(field.value) !== field.value) field.value = changed(field.value)
  }, addresses)

/** The pictures of docs/integrations. */
async function takeIntegrations(browser: Browser): Promise<void> {
  const folder = join(root, 'docs', 'images')
  await mkdir(folder, { recursive: true })
  const server = await startServer(settings)
  const { addresses, stop } = await fillIntegrations(server)
  try {
    const page = await openSignedIn(browser, server, 'light', 1440)
    const quiet = watchRequests(page)
    for (const { name, part, prepare, section } of integrations) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${server.url}/integrations/${part}`)
      await quiet()
      await prepare?.(page)
      await quiet()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const isDialog = await page.getByRole('dialog').isVisible()
      if (!isDialog) {
        // As high as the page, so that the sidebar ends with it.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width: 1440, height: Math.max(height, 700) })
      }
      await showAddresses(page, addresses)
      const shown = section ? page.getByRole('region', { name: section(), exact: true }) : page
      const png = await withFewColours(await shown.screenshot())
      await writeFile(join(folder, `integrations-${name}.png`), png)
    }
    await page.close()
  } finally {
    stop()
    await server.stop()
  }
}

/** Makes the role of the example in docs/rights.md. @returns its id */
async function makeModerators(server: Server): Promise<string> {
  const token = await tokenOf(server, server.owner)
  const query = { limit: '100', sort: 'name' }
  const { categories } = (await callServer(server, 'categories.list', { token, query })) as {
    categories: { _id: string; name: string }[]
  }
  const category = categories
    .filter(({ name }) => ['Community kitchen', 'Shared garden'].includes(name))
    .map(({ _id }) => _id)
  const posts = { module: 'Community', submodule: 'Feed posts' }
  const body = {
    name: 'Moderators of two categories',
    permissions: permitting(
      'Community · Feed posts · list',
      'Community · Feed posts · delete',
      'Operations · Bills · list',
      'Catalogue · Categories · list',
    ),
    conditions: ['list', 'delete'].map((action) => ({ ...posts, action, where: { category } })),
    fieldRules: [
      { module: 'Operations', submodule: 'Bills', hidden: ['payer', 'notes'], readOnly: [] },
    ],
  }
  return ((await callServer(server, 'roles.create', { token, body })) as { _id: string })._id
}

/** The pictures of docs/rights.md. */
async function takeRights(browser: Browser): Promise<void> {
  const folder = join(root, 'docs', 'images')
  const server = await startServer()
  try {
    const role = await makeModerators(server)
    const page = await openSignedIn(browser, server, 'light', 1440)
    const quiet = watchRequests(page)
    const take = async (name: string) => {
      await quiet()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await writeFile(
        join(folder, `rights-${name}.png`),
        await withFewColours(await page.screenshot()),
      )
    }
    const limit = page
      .getByRole('button')
      .filter({ hasText: drawn('Limit<unseen> {area}</unseen>…', { area: t('Feed posts') }) })
    await page.goto(`${server.url}/roles/${role}`)
    await limit.scrollIntoViewIfNeeded()
    await take('role')
    await limit.click()
    await page.getByRole('dialog').getByLabel(t('Condition for')).waitFor()
    await take('limits')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('View as this role') }).click()
    await page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: t('Feed posts') })
      .click()
    await take('list')
    await page.close()
  } finally {
    await server.stop()
  }
}

const executablePath = process.env['STEWARD_CHROMIUM']
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const only = process.env['STEWARD_PICTURES']
  if (!only) await takePages(browser)
  if (!only || only === 'images') await takeIntegrations(browser)
  if (!only || only === 'rights') await takeRights(browser)
} finally {
  await browser.close()
}
