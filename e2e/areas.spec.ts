import { join } from 'node:path'
import { expectAccessible } from './lib/axe.ts'
import {
  base,
  choose,
  download,
  expect,
  jobPanel,
  rows,
  type Stage,
  setStage,
} from './lib/content.ts'
import { hasRealData, realFolder } from './lib/real-data.ts'
import { openRecord } from './lib/record.ts'
import { runSteward } from './lib/steward.ts'

base.describe('content and commerce', () => {
  base.describe.configure({ mode: 'serial', timeout: 180_000 })
  let stage: Stage & { end: () => Promise<void> }
  const accessible = (what: string) => expectAccessible(stage.page, what)
  const open = async (path: string) => {
    await stage.page.goto(`${stage.server.url}/${path}`)
    await stage.page.locator(rows).first().waitFor()
  }

  base.beforeAll(async ({ browser }) => {
    base.setTimeout(300_000)
    stage = await setStage(browser)
  })
  base.afterAll(() => stage?.end())

  base('events: a calendar over the same query, in the reader’s time zone', async () => {
    const { page, call } = stage
    const month = stage.real ? '2023-07' : new Date().toISOString().slice(0, 7)
    const ending = stage.real ? '2023-07-31T22:00:00.000Z' : null
    await page.goto(`${stage.server.url}/events?view=calendar&month=${month}&sort=title`)
    await expect(page.getByText('Times in Europe/Berlin')).toBeVisible()
    const chips = page.locator(`td:not([data-other]) ${rows}`)
    await chips.first().waitFor()
    if (ending) {
      const { events, pagination } = (await call('events.list', {
        query: { from: '2023-06-30T22:00:00.000Z', to: ending, limit: '100' },
      })) as { events: { startsAt: string }[]; pagination: { total: number } }
      const within = events.filter(({ startsAt }) => startsAt < ending).length
      if (pagination.total <= 100) await expect(chips).toHaveCount(within)
      await expect(chips.first()).toHaveAttribute('title', /(CEST|GMT\+2|Central European).*UTC$/)
      await page.getByLabel('Search events').fill('Rally')
      await expect(chips.filter({ hasNotText: 'Rally' })).toHaveCount(0)
      await expect(chips).not.toHaveCount(0)
    }
    const title = await chips.first().innerText()
    await chips.first().click()
    const drawer = openRecord(page)
    await expect(drawer).toContainText(
      title
        .split('\n')
        .at(-1)
        ?.replace(/^\d+:\d+\s*/, '') ?? '',
    )
    await accessible('an event')
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page).not.toHaveURL(new RegExp(`month=${month}`))
  })

  base('polls: the results add up, of every question, and become a file', async () => {
    const { page } = stage
    await open('polls?kind=survey')
    await page.locator(rows).first().click()
    const drawer = openRecord(page)
    const questions = drawer.locator('ul').filter({ hasText: '%' })
    await questions.first().waitFor()
    expect(await questions.count()).toBeGreaterThan(1)
    for (const question of await questions.all()) {
      const numbers = (await question.innerText()).matchAll(/([\d,]+) · (\d+)%/g)
      const options = [...numbers].map(([, votes = '', share]) => [
        Number(votes.replaceAll(',', '')),
        Number(share),
      ])
      const sum = (at: number) => options.reduce((all, each) => all + (each[at] ?? 0), 0)
      const total = (await question.locator('xpath=following-sibling::p').innerText()).match(
        /[\d,]+/,
      )
      expect(sum(0)).toBe(Number(total?.[0].replaceAll(',', '')))
      expect(sum(1)).toBe(sum(0) === 0 ? 0 : 100)
    }
    const file = await download(page, drawer.getByRole('button', { name: 'Export results' }))
    expect(file.name).toMatch(/^poll-results-\d{4}-\d\d-\d\d\.csv$/)
    expect(file.text.trim().split('\r\n').length).toBeGreaterThan(await questions.count())
  })

  base('tasks: a board whose columns are the list, and what is overdue is marked', async () => {
    const { page } = stage
    await open('tasks?filters=none')
    const total = Number((await page.getByText(/^1–\d+ of/).innerText()).match(/of ([\d,]+)/)?.[1])
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await page.locator(rows).first().waitFor()
    const sum = async () => {
      const heads = await page.locator('main section section h2').allInnerTexts()
      const counts = heads.map((words) => Number(/[\d,]+$/.exec(words.trim())?.[0] ?? Number.NaN))
      return counts.reduce((all, each) => all + each, 0)
    }
    await expect.poll(sum).toBe(total)
    await open('tasks?overdue=true')
    await expect(page.locator(rows).filter({ hasNotText: 'Overdue' })).toHaveCount(0)
  })

  base('posts: images in a lightbox, the author’s others one click away', async () => {
    const { page, call } = stage
    type Found = { posts: { _id: string; text: string; images: string[]; author: unknown }[] }
    const { posts } = (await call('posts.list', {
      query: { sort: '-likeCount', limit: '100' },
    })) as Found
    const post = posts.find(({ images, author }) => images.length > 1 && author)
    await open(`posts?sort=-likeCount&open=${post?._id}`)
    const drawer = openRecord(page)
    await expect(drawer).toContainText(post?.text.split('\n')[0] ?? '?')
    await drawer
      .getByRole('button', { name: /image|Image/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: /^Image 1 of/ })).toBeVisible()
    await accessible('the lightbox')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: /^Image 2 of/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeVisible()
    await drawer.getByRole('link', { name: 'More by this author' }).click()
    await expect(page).toHaveURL(/author=/)
    await page.locator(rows).first().waitFor()
  })

  base('categories: a cycle and a deletion with others below are refused in words', async () => {
    const { page } = stage
    await page.goto(`${stage.server.url}/categories?view=tree`)
    await page.getByRole('treeitem').first().waitFor()
    const parent = page.getByRole('treeitem', { level: 1, expanded: true }).first()
    const name = (await parent.innerText()).split('\n')[0] ?? ''
    const id = await parent.getAttribute('data-branch')
    await parent.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const said = page.getByRole('dialog', { name: `Can’t delete ${name} yet` })
    await expect(said).toContainText(/subcategor(y|ies)/)
    await accessible('what hangs on a category')
    await page.keyboard.press('Escape')
    await expect(said).toBeHidden()
    // Not even past the page can one come to stand below itself.
    const below = page.locator(`[data-branch="${id}"] + [aria-level="2"]`)
    const child = (await below.getAttribute('data-branch')) ?? ''
    const refused = stage.call('categories.update', {
      params: { id: id ?? '' },
      body: { parent: child },
    })
    await expect(refused).rejects.toThrow(/422|409/)
    // By drag, onto the one above it.
    const second = page.locator(`[data-branch="${child}"] + [aria-level="2"]`)
    const moved = page.locator(`[data-branch="${await second.getAttribute('data-branch')}"]`)
    await moved.hover({ position: { x: 200, y: 20 } })
    await page.mouse.down()
    const { x = 0, y = 0 } = (await below.boundingBox()) ?? {}
    // As a hand does it: more than one move, the last ones over the place.
    await page.mouse.move(x + 200, y + 16, { steps: 6 })
    await page.mouse.move(x + 200, y + 20, { steps: 3 })
    await page.mouse.up()
    await expect(moved).toHaveAttribute('aria-level', '3')
    await moved.focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(moved).toHaveAttribute('aria-level', '2')
  })

  base('categories: a picture is cropped, a colour picked by keyboard', async () => {
    const { page } = stage
    await open('categories')
    const row = page.locator(rows).first()
    await choose(page, row, 'Edit')
    const form = openRecord(page)
    await accessible('the form of a category')
    await form.getByRole('radio', { name: 'Green' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(form.getByRole('textbox', { name: 'Colour', exact: true })).toHaveValue('#0b8a8f')
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
    const choosing = { name: 'a.png', mimeType: 'image/png', buffer: picture }
    await form.locator('input[type=file]').setInputFiles(choosing)
    await page.getByRole('dialog', { name: 'Crop the picture' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await form.locator('input[type=file]').setInputFiles(choosing)
    await page.getByRole('button', { name: 'Use picture' }).click()
    await form.getByRole('button', { name: 'Save category' }).click()
    await expect(form.locator('img[src^="/uploads/"], img[src*="/uploads/"]').first()).toBeVisible()
    await accessible('a category')
    await page.keyboard.press('Escape')
    await expect(row.locator('img')).toBeVisible()
  })

  base('a record that somebody else has just deleted is gone, in plain words', async () => {
    const { page, call } = stage
    // News of the deletion would take the row away before it is deleted here.
    await page.route('**/api/admin/live', (route) => route.abort())
    await open('posts')
    const row = page.locator(rows).first()
    const id = (await row.getAttribute('data-row')) ?? ''
    await call('posts.delete', { params: { id } })
    await choose(page, row, 'Delete')
    await expect(page.getByText(/no such post|already|deleted/i).first()).toBeVisible()
    await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0)
    await page.unroute('**/api/admin/live')
    await call('posts.restore', { params: { id } })
  })

  base(
    'all that match but one are deleted by a job: paused, reloaded, resumed, undone',
    async () => {
      const { page } = stage
      // So many that there is time to pause.
      const more = stage.server.settings['DATABASE_URL'] ? 8_000 : 5_000
      await runSteward(stage.server, 'seed', `--posts=${more}`)
      await open('posts')
      await page.getByLabel('Select all rows of this page').check()
      await page.getByRole('button', { name: /^Select all/ }).click()
      const first = page.locator(rows).first()
      const kept = await first.getAttribute('data-row')
      await first.getByRole('checkbox').uncheck()
      await accessible('a selection')
      await page
        .getByRole('toolbar', { name: 'Selected rows' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      const work = jobPanel(page)
      await work.getByRole('button', { name: 'Pause' }).click()
      await expect(work.getByText(/^Paused: [\d,]+ of [\d,]+/)).toBeVisible()
      await accessible('a paused job')
      await page.reload()
      await expect(work.getByText(/^Paused:/)).toBeVisible()
      await work.getByRole('button', { name: 'Resume' }).click()
      await expect(work.getByText(/^Done\./)).toBeVisible({ timeout: 60_000 })
      await page.goto(`${stage.server.url}/posts`)
      await expect(page.locator(rows)).toHaveCount(1)
      await expect(page.locator(`[data-row="${kept}"]`)).toBeVisible()
      await work.getByRole('button', { name: 'Undo' }).click()
      await expect(work.getByText(/^Done\./)).toBeVisible({ timeout: 60_000 })
      await expect(page.locator(rows)).toHaveCount(25)
      await work.getByRole('button', { name: 'Close this message' }).click()
    },
  )

  base('what a job could not do is named, record by record', async () => {
    const { page } = stage
    await open('categories?sort=position')
    // Only those that have others below them.
    await page.getByLabel('Select all rows of this page').check()
    await page
      .getByRole('toolbar', { name: 'Selected rows' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    const work = jobPanel(page)
    await expect(work.getByText(/^Done\..*failed/)).toBeVisible({ timeout: 60_000 })
    await work.getByText(/could not be deleted/).click()
    await expect(work.getByText(/subcategor/).first()).toBeVisible()
    await accessible('the failures of a job')
    // What lies below the panel can be scrolled out from there.
    const room = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    const { height } = (await work.boundingBox()) ?? { height: Number.POSITIVE_INFINITY }
    expect(await room()).toBeGreaterThan(height - 40)
    await work.getByRole('button', { name: 'Undo' }).click()
    await expect(work.getByRole('heading', { name: /^Restore/ })).toBeVisible()
    await expect(work.getByText(/^Done\./)).toBeVisible({ timeout: 60_000 })
    await work.getByRole('button', { name: 'Close this message' }).click()
  })

  base('real bills come in by the browser, every row of them, and no row twice', async () => {
    base.skip(!hasRealData, 'the real files are not here')
    const { page } = stage
    for (const words of [/2,798 added, 0 bad rows/, /0 added, 2,798 already there, 0 bad rows/]) {
      await page.goto(`${stage.server.url}/import/bills`)
      await page.locator('input[type=file]').setInputFiles(join(realFolder, 'bills.csv'))
      const field = (name: string) => page.getByRole('combobox', { name, exact: true })
      await expect(field('Amount')).toHaveValue('column:Amount')
      await expect(field('Payer')).toHaveValue('column:Owner')
      await field('Title').selectOption('column:Recipient')
      await field('Issued at').selectOption('column:Election Year')
      await page.getByLabel('Date formats').fill('YYYY')
      await field('Notes').selectOption('text')
      await page.getByLabel('Notes: columns in braces').fill('{Team}, {League}, {Party}')
      await expect(page.getByText('All of the first 200 rows are valid.').last()).toBeVisible()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByText(words)).toBeVisible({ timeout: 60_000 })
    }
  })
})
