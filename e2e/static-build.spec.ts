import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { addAuthenticator } from './lib/accounts.ts'
import { chooseFile, spreadsheet } from './lib/import-files.ts'
import { like, t, within } from './lib/messages.ts'
import { watchRequests } from './lib/quiet.ts'
import { type StaticSite, serveStatic, watch } from './lib/static-site.ts'
import {
  expect,
  freePort,
  makeStaff,
  root,
  type Server,
  signIn,
  startServer,
  withData,
} from './lib/steward.ts'

/** The web app by itself, and Steward on another origin. */
interface Split {
  site: StaticSite
  api: Server
  folder: string
}

const test = base.extend<object, { split: Split }>({
  split: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'steward-static-'))
      await cp(join(root, 'apps', 'web', 'dist'), folder, { recursive: true })
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const api = await startServer({ PUBLIC_URL: origin, CORS_ORIGIN: origin })
      await writeFile(
        join(folder, 'config.json'),
        JSON.stringify({ host: api.url, accent: '#0b7285' }),
      )
      const site = await serveStatic({ folder, api: api.url, port })
      await use({ site, api, folder })
      await site.close()
      await api.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** One screen of each part of the code. */
const screens = [
  ...['/dashboard', '/profile', '/roles', '/roles/new', '/roles/compare', '/users/members'],
  ...['/users/waiting', '/users/new', '/events', '/events?view=calendar', '/polls', '/tasks'],
  ...['/tasks?view=board', '/bills', '/posts', '/categories?view=tree', '/shopping-posts'],
  ...['/audit-log', '/import/bills'],
]
const publicScreens = [
  ...['/', '/register', '/forgot-password', '/reset-password/a.b', '/confirm/abc', '/404', '/500'],
]

test('every screen keeps to the policy of docs/nginx.conf, with the API on another origin', async ({
  page,
  split: { site, api },
}) => {
  test.slow()
  const wrong = watch(page)
  const quiet = watchRequests(page)
  for (const path of publicScreens) {
    await page.goto(site.url + path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await quiet()
  }
  // The server refuses the links without a meaning, and the browser notes each refusal.
  expect(wrong.filter((line) => !/status of 4\d\d/.test(line))).toEqual([])
  wrong.length = 0

  await signIn(page, { ...api, url: site.url })
  for (const path of screens) {
    await page.goto(site.url + path)
    await quiet()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect(wrong, path).toEqual([])
  }
  for (const list of ['roles', 'users']) {
    await page.goto(`${site.url}/${list}/${list === 'roles' ? '' : 'members'}`)
    const row = page.locator('[data-row]').first()
    const id = await row.getAttribute('data-row')
    await page.goto(`${site.url}/${list}/${id}`)
    await quiet()
    await expect(page.getByRole('heading', { level: 1 }), list).toBeVisible()
  }
  expect(wrong).toEqual([])
})

test('pictures and files work from another origin', async ({ page, split }) => {
  const { site } = split
  const wrong = watch(page)
  await signIn(page, { ...split.api, url: site.url })

  await page.goto(`${site.url}/roles/new`)
  await page.getByRole('textbox', { name: t('Name') }).fill('Photographers')
  const buffer = await redAndBlue().png().toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: t('Use picture') }).click()
  await page.getByRole('button', { name: t('Create role') }).click()
  const picture = page.locator(`main img[src^="${split.api.url}/uploads/"]`).first()
  await expect(picture).toBeVisible()
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)

  await page.goto(`${site.url}/import/bills`)
  await chooseFile(page, { name: 'bills.csv', text: spreadsheet })
  await expect(page.getByRole('combobox', { name: t('Title'), exact: true })).toBeVisible()

  const posts = await withData(split.api, (db) =>
    db.selectFrom('posts').select(['id', 'images']).execute(),
  )
  const withImages = posts.find(({ images }) => images.length > 0)
  await page.goto(`${site.url}/posts?open=${withImages?.id}`)
  await page
    .locator('[data-record]')
    .getByRole('button', { name: like('Image {place} of {total}') })
    .first()
    .click()
  await expect(
    page.getByRole('dialog', { name: like('Image {place} of {total}', { place: 1 }) }),
  ).toBeVisible()
  expect(wrong).toEqual([])
})

test('a passkey belongs to the address of the web app', async ({ page, split: { site, api } }) => {
  const wrong = watch(page)
  const quiet = watchRequests(page)
  await addAuthenticator(page)
  const who = await makeStaff(api, [permission('Operations', 'Tasks', 'list')])
  await signIn(page, { ...api, url: site.url }, who)
  await page.goto(`${site.url}/profile`)
  await page.getByRole('button', { name: t('Add a passkey') }).click()
  const adding = page.getByRole('dialog')
  await adding.getByLabel(t('Name')).fill('Laptop')
  await adding.getByRole('textbox', { name: t('Your password') }).fill(who.password)
  await adding.getByRole('button', { name: t('Continue') }).click()
  await expect(page.getByRole('dialog', { name: t('Save your recovery codes') })).toBeVisible()
  // What is asked for without the session, which goes here, would be refused.
  await quiet()
  await page.evaluate(() => localStorage.clear())
  await page.goto(site.url)
  await page.getByRole('button', { name: t('Sign in with a passkey') }).click()
  await expect(page).toHaveURL(`${site.url}/profile`)
  expect(wrong).toEqual([])
})

test('the samples of the documents say the same', async () => {
  const [conf, text] = await Promise.all(
    ['nginx.conf', 'static-build.md'].map((name) => readFile(join(root, 'docs', name), 'utf8')),
  )
  const policy = /Content-Security-Policy "(.+)" always/.exec(conf ?? '')?.[1]
  expect(policy).toContain("default-src 'none'")
  expect(text).toContain(`Content-Security-Policy "${policy}"`)
})

test('a page opened by its address, and its reload, are the app; what is missing is missing', async ({
  page,
  split: { site, api },
}) => {
  await signIn(page, { ...api, url: site.url })
  await page.goto(`${site.url}/bills?sort=amount`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: within('Bills') })).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/bills?sort=amount`)
  const accent = page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-6'),
  )
  expect(await accent).toBe('#0b7285')

  const caching = async (path: string) => {
    const answer = await fetch(site.url + path)
    return [answer.status, answer.headers.get('cache-control')]
  }
  const script = await page.locator('link[rel=modulepreload]').first().getAttribute('href')
  expect(await caching(script ?? '')).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(await caching('/bills')).toEqual([200, 'no-cache'])
  expect(await caching('/config.json')).toEqual([200, 'no-cache'])
  const [status, kept] = await caching('/assets/gone-12345678.js')
  expect([status, String(kept).includes('immutable')]).toEqual([404, false])
})

test('without a config.json, or with the page in its place, the app asks its own origin', async ({
  page,
  split: { site, api },
}) => {
  const asked: string[] = []
  await page.route('**/api/**', (route) => {
    asked.push(new URL(route.request().url()).origin)
    return route.fulfill({ status: 401, json: { message: 'No' } })
  })
  const tryToSignIn = async () => {
    await page.goto(site.url)
    await page.getByLabel(t('E-mail')).fill('a@example.com')
    await page.getByLabel(t('Password'), { exact: true }).fill('whatever')
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
    await expect(page.getByText('No', { exact: true })).toBeVisible()
  }
  await tryToSignIn()
  await page.route('**/config.json', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await tryToSignIn()
  await page.unroute('**/config.json')
  await page.route('**/config.json', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><div id="root"></div>' }),
  )
  await tryToSignIn()
  expect(asked).toEqual([api.url, site.url, site.url])
})

test('under a path of its own, built for it, every way leads back into it', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-static-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const build = spawn('npm', ['run', 'build:web', '--', '--out', `${folder}/a`, '--base', '/a/'], {
    cwd: root,
    stdio: 'inherit',
  })
  expect(await new Promise((done) => build.once('exit', done))).toBe(0)
  const api = await startServer({ CORS_ORIGIN: origin, PUBLIC_URL: `${origin}/a` })
  await writeFile(join(folder, 'a', 'config.json'), JSON.stringify({ host: api.url }))
  const site = await serveStatic({ folder, api: api.url, base: '/a/', port })
  const wrong = watch(page)

  await page.goto(`${site.url}/bills?sort=amount`)
  await expect(page).toHaveURL(`${site.url}/`)
  await page.getByLabel(t('E-mail')).fill(api.owner.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(api.owner.password)
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/bills?sort=amount`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: within('Bills') })).toBeVisible()
  await page.getByRole('link', { name: t('Roles') }).click()
  await expect(page).toHaveURL(`${site.url}/roles`)
  await page.getByRole('link', { name: t('Inactive', {}, 'roles') }).click()
  await expect(page.getByRole('link', { name: t('Inactive', {}, 'roles') })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('link', { name: t('Board'), exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/tasks?filters=none&view=board`)
  await page.goto(`${site.url}/404`)
  await page.getByRole('link', { name: t('Go to the home page') }).click()
  await expect(page).toHaveURL(`${site.url}/dashboard`)
  expect(wrong).toEqual([])

  await site.close()
  await api.stop()
  await rm(folder, { recursive: true })
})
