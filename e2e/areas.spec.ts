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
import { alongLines } from './lib/keyboard.ts'
import { drawn, like, locale, pattern, t, within } from './lib/messages.ts'
import { anyActions, counted, endOf, jobIs, resultOf, saveOne } from './lib/phrases.ts'
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
    await expect(page.getByText(t('Times in {zone}', { zone: 'Europe/Berlin' }))).toBeVisible()
    const zone =
      new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Berlin', timeZoneName: 'short' })
        .formatToParts(new Date('2023-07-01'))
        .find(({ type }) => type === 'timeZoneName')?.value ?? '?'
    const chips = page.locator(`td:not([data-other]) ${rows}`)
    await chips.first().waitFor()
    if (ending) {
      const { events, pagination } = (await call('events.list', {
        query: { from: '2023-06-30T22:00:00.000Z', to: ending, limit: '100' },
      })) as { events: { startsAt: string }[]; pagination: { total: number } }
      const within = events.filter(({ startsAt }) => startsAt < ending).length
      if (pagination.total <= 100) await expect(chips).toHaveCount(within)
      await expect(chips.first()).toHaveAttribute(
        'title',
        new RegExp(`${pattern(zone)}.*UTC\u2069?$`),
      )
      await page.getByLabel(t('Search {many}', { many: t('events') })).fill('Rally')
      await expect(chips.filter({ hasNotText: 'Rally' })).toHaveCount(0)
      await expect(chips).not.toHaveCount(0)
    }
    const title = await chips.first().locator('bdi').innerText()
    await chips.first().click()
    const drawer = openRecord(page)
    await expect(drawer).toContainText(title)
    await accessible('an event')
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await page.getByRole('button', { name: t('Next month') }).click()
    await expect(page).not.toHaveURL(new RegExp(`month=${month}`))
  })

  base('polls: the results add up, of every question, and become a file', async () => {
    const { page } = stage
    const result = new RegExp(
      pattern(t('{votes} · {percent}%', { votes: 1, percent: 2 }))
        .replace('1', '([\\d.,]+)')
        .replace('2', '(\\d+)'),
    )
    await open('polls?kind=survey')
    await page.locator(rows).first().click()
    const drawer = openRecord(page)
    const questions = drawer.locator('ul').filter({ hasText: result })
    await questions.first().waitFor()
    expect(await questions.count()).toBeGreaterThan(1)
    for (const question of await questions.all()) {
      const numbers = (await question.innerText()).matchAll(new RegExp(result, 'g'))
      const options = [...numbers].map(([, votes = '', share]) => [
        Number(votes.replaceAll(/\D/g, '')),
        Number(share),
      ])
      const sum = (at: number) => options.reduce((all, each) => all + (each[at] ?? 0), 0)
      await expect(question.locator('xpath=following-sibling::p')).toHaveText(
        t('{count, plural, one {# vote} other {# votes}}', { count: sum(0) }),
      )
      expect(sum(1)).toBe(sum(0) === 0 ? 0 : 100)
    }
    const file = await download(page, drawer.getByRole('button', { name: t('Export results') }))
    expect(file.name).toMatch(/^poll-results-\d{4}-\d\d-\d\d\.csv$/)
    expect(file.text.trim().split('\r\n').length).toBeGreaterThan(await questions.count())
  })

  base('tasks: a board whose columns are the list, and what is overdue is marked', async () => {
    const { page } = stage
    await open('tasks?filters=none')
    const lastOf = (words: string) =>
      Number(/[\d.,]+(?=\D*$)/.exec(words)?.[0].replaceAll(/\D/g, '') ?? Number.NaN)
    const range = like('{first}–{last} of {total}', { first: 1 })
    const total = lastOf(await page.getByText(range).innerText())
    await page.getByRole('link', { name: t('Board'), exact: true }).click()
    await page.locator(rows).first().waitFor()
    const sum = async () => {
      const heads = await page.locator('main section section h2').allInnerTexts()
      const counts = heads.map(lastOf)
      return counts.reduce((all, each) => all + each, 0)
    }
    await expect.poll(sum).toBe(total)
    await open('tasks?overdue=true')
    await expect(
      page.locator(rows).filter({ hasNotText: t('Overdue', {}, 'a status') }),
    ).toHaveCount(0)
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
      .getByRole('button', { name: like('Image {place} of {total}', { place: 1 }) })
      .first()
      .click()
    await expect(
      page.getByRole('dialog', { name: like('Image {place} of {total}', { place: 1 }) }),
    ).toBeVisible()
    await accessible('the lightbox')
    await page.keyboard.press(alongLines('ArrowRight'))
    await expect(
      page.getByRole('dialog', { name: like('Image {place} of {total}', { place: 2 }) }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeVisible()
    await drawer.getByRole('link', { name: t('More by this author') }).click()
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
    await parent.getByRole('button', { name: anyActions }).click()
    await page.getByRole('menuitem', { name: t('Delete') }).click()
    const said = page.getByRole('dialog', {
      name: drawn('Can’t delete {name} yet', { name }),
    })
    await expect(said).toContainText(
      new RegExp(counted('{count, plural, one {# subcategory} other {# subcategories}}')),
    )
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
    await page.keyboard.press(`Alt+${alongLines('ArrowLeft')}`)
    await expect(moved).toHaveAttribute('aria-level', '2')
  })

  base('categories: a picture is cropped, a colour picked by keyboard', async () => {
    const { page } = stage
    await open('categories')
    const row = page.locator(rows).first()
    await choose(page, row, t('Edit'))
    const form = openRecord(page)
    await accessible('the form of a category')
    await form.getByRole('radio', { name: t('Green') }).focus()
    await page.keyboard.press(alongLines('ArrowRight'))
    await expect(form.getByRole('textbox', { name: t('Colour'), exact: true })).toHaveValue(
      '#0b8a8f',
    )
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
    const choosing = { name: 'a.png', mimeType: 'image/png', buffer: picture }
    await form.locator('input[type=file]').setInputFiles(choosing)
    await page.getByRole('dialog', { name: t('Crop the picture') }).waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await form.locator('input[type=file]').setInputFiles(choosing)
    await page.getByRole('button', { name: t('Use picture') }).click()
    await form.getByRole('button', { name: saveOne('category') }).click()
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
    await choose(page, row, t('Delete'))
    await expect(
      page
        .getByText(within('This {record} no longer exists. It may have just been deleted.'))
        .first(),
    ).toBeVisible()
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
      await page.getByLabel(t('Select all rows of this page')).check()
      await page.getByRole('button', { name: like('Select all {records}') }).click()
      const first = page.locator(rows).first()
      const kept = await first.getAttribute('data-row')
      await first.getByRole('checkbox').uncheck()
      await accessible('a selection')
      await page
        .getByRole('toolbar', { name: t('Selected rows') })
        .getByRole('button', { name: t('Delete') })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: like('Delete {records}') })
        .click()
      const work = jobPanel(page)
      await work.getByRole('button', { name: t('Pause') }).click()
      await expect(
        work.getByText(jobIs('Paused', like('{done} of {total} ({percent}%)').source.slice(1))),
      ).toBeVisible()
      await accessible('a paused job')
      await page.reload()
      await expect(work.getByText(jobIs('Paused'))).toBeVisible()
      await work.getByRole('button', { name: t('Resume') }).click()
      await expect(work.getByText(jobIs('Done'))).toBeVisible({ timeout: 60_000 })
      await page.goto(`${stage.server.url}/posts`)
      await expect(page.locator(rows)).toHaveCount(1)
      await expect(page.locator(`[data-row="${kept}"]`)).toBeVisible()
      await work.getByRole('button', { name: t('Undo') }).click()
      await expect(work.getByText(jobIs('Done'))).toBeVisible({ timeout: 60_000 })
      await expect(page.locator(rows)).toHaveCount(25)
      await work.getByRole('button', { name: t('Close this message') }).click()
    },
  )

  base('what a job could not do is named, record by record', async () => {
    const { page } = stage
    await open('categories?sort=position')
    // Only those that have others below them.
    await page.getByLabel(t('Select all rows of this page')).check()
    await page
      .getByRole('toolbar', { name: t('Selected rows') })
      .getByRole('button', { name: t('Delete') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: like('Delete {records}') })
      .click()
    const work = jobPanel(page)
    await expect(work.getByText(jobIs('Done', `.*${within('{count} failed').source}`))).toBeVisible(
      { timeout: 60_000 },
    )
    await work
      .getByText(
        new RegExp(
          counted('{count, plural, one {# record} other {# records}} could not be deleted'),
        ),
      )
      .click()
    const hasMore = endOf(
      '“{name}” has {count, plural, one {# subcategory} other {# subcategories}}{posts, plural, =0 {} one { and # feed post} other { and # feed posts}}{shoppingPosts, plural, =0 {} one { and # shopping post} other { and # shopping posts}}. Move or delete its subcategories first.',
      { name: '', count: 1, posts: 0, shoppingPosts: 0 },
      { name: '', count: 5, posts: 5, shoppingPosts: 5 },
    )
    await expect(work.getByText(hasMore).first()).toBeVisible()
    await accessible('the failures of a job')
    // What lies below the panel can be scrolled out from there.
    const room = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    const { height } = (await work.boundingBox()) ?? { height: Number.POSITIVE_INFINITY }
    expect(await room()).toBeGreaterThan(height - 40)
    await work.getByRole('button', { name: t('Undo') }).click()
    await expect(work.getByRole('heading', { name: like('Restore {records}') })).toBeVisible()
    await expect(work.getByText(jobIs('Done'))).toBeVisible({ timeout: 60_000 })
    await work.getByRole('button', { name: t('Close this message') }).click()
  })

  base('real bills come in by the browser, every row of them, and no row twice', async () => {
    base.skip(!hasRealData, 'the real files are not here')
    const { page } = stage
    const badRows = t('{count, plural, one {# bad row} other {# bad rows}}', { count: 0 })
    const results = [
      resultOf(t('{count} added', { count: 2798 }), badRows),
      resultOf(
        t('{count} added', { count: 0 }),
        t('{count} already there', { count: 2798 }),
        badRows,
      ),
    ]
    for (const words of results) {
      await page.goto(`${stage.server.url}/import/bills`)
      await page.locator('input[type=file]').setInputFiles(join(realFolder, 'bills.csv'))
      const field = (name: string) => page.getByRole('combobox', { name, exact: true })
      await expect(field(t('Amount'))).toHaveValue('column:Amount')
      await expect(field(t('Payer'))).toHaveValue('column:Owner')
      await field(t('Title')).selectOption('column:Recipient')
      await field(t('Issued at')).selectOption('column:Election Year')
      await page.getByLabel(t('Date formats')).fill('YYYY')
      await field(t('Notes')).selectOption('text')
      await page
        .getByLabel(t('{field}: columns in braces', { field: t('Notes') }))
        .fill('{Team}, {League}, {Party}')
      await expect(
        page
          .getByText(
            t(
              '{count, plural, one {The first row is valid.} other {All of the first # rows are valid.}}',
              { count: 200 },
            ),
          )
          .last(),
      ).toBeVisible()
      await page.getByRole('button', { name: t('Import'), exact: true }).click()
      await expect(page.getByText(words)).toBeVisible({ timeout: 60_000 })
    }
  })
})
