import { choose, rows } from './lib/content.ts'
import { like, t, within } from './lib/messages.ts'
import { anyActions } from './lib/phrases.ts'
import { watchRequests } from './lib/quiet.ts'
import { openRecord } from './lib/record.ts'
import { atScale, onlyAtScale } from './lib/scale.ts'
import { openAs } from './lib/signed-in.ts'
import { areas, idOf, rowWith, trashSwitch } from './lib/trash.ts'
import { expect, signIn, test } from './spec-only-server/test.ts'

const ofTrash = new RegExp(
  [
    within(
      'Deleted records are kept for {count, plural, one {# day} other {# days}}, then deleted permanently.',
    ).source,
    t('Deleted records are kept until somebody deletes them permanently.'),
    t('No deleted records'),
    t('Delete permanently'),
  ].join('|'),
)

test.describe('the trash before a server that knows the specification alone', () => {
  test.use({ specOnly: { fields: 'rich' } })

  test('nothing of it is there, nor asked for', async ({ page, server }) => {
    const quiet = watchRequests(page)
    await signIn(page, server)
    // An address that asks for it is believed until it is known what the server can do.
    await page.waitForFunction(() =>
      localStorage.getItem('steward-missing-calls')?.includes('"asked":true'),
    )
    for (const path of atScale(
      [...areas, '/roles', '/roles/deleted'],
      ['/bills', '/roles/deleted'],
    )) {
      // Whatever a link from elsewhere says.
      await page.goto(`${server.url}${path}?filters=none&deleted=only`)
      if (path !== '/roles/deleted') await page.locator(rows).first().waitFor()
      await quiet()
      await expect(trashSwitch(page)).toHaveCount(0)
      await expect(page.getByText(ofTrash)).toHaveCount(0)
      await expect(
        page.getByRole('columnheader', {
          name: new RegExp(`^(${t('Deleted', {}, 'a time')}|${t('By', {}, 'who deleted it')})`),
        }),
      ).toHaveCount(0)
    }
    for (const path of atScale(['/events', '/polls', '/tasks'], ['/polls'])) {
      await page.goto(`${server.url}${path}?filters=none`)
      await page.locator(rows).first().waitFor()
      await expect(page.getByRole('button', { name: anyActions })).toHaveCount(0)
      await page
        .locator(rows)
        .first()
        .click({ position: { x: 200, y: 10 } })
      await expect(openRecord(page)).toBeVisible()
      await expect(page.getByRole('button', { name: t('Delete') })).toHaveCount(0)
    }
    const asked = server.taken.map(({ call, query }) => ({ call, query }))
    expect(asked.filter(({ call }) => call.includes('trash'))).toEqual([])
    expect(asked.filter(({ query }) => JSON.stringify(query).includes('deleted'))).toEqual([])
  })

  test('deleted roles and shopping posts are restored as ever', async ({ page, server }) => {
    onlyAtScale(test)
    await openAs(page, server, '/roles')
    const role = await idOf(page.locator(rows).last())
    await choose(page, rowWith(page, role), t('Delete'))
    await page.goto(`${server.url}/roles/deleted`)
    await rowWith(page, role).getByRole('button', { name: anyActions }).click()
    await expect(page.getByRole('menuitem')).toHaveText([t('Restore')])
    await page.getByRole('menuitem', { name: t('Restore') }).click()
    await expect(rowWith(page, role)).toHaveCount(0)
    await page.goto(`${server.url}/shopping-posts`)
    const post = await idOf(page.locator(rows).first())
    await choose(page, rowWith(page, post), t('Delete'))
    await page.getByLabel(t('Include deleted')).check()
    await rowWith(page, post).click({ position: { x: 300, y: 10 } })
    await expect(openRecord(page).getByRole('note')).toHaveText(like('Deleted on {time}.'))
    await page.keyboard.press('Escape')
    await rowWith(page, post).getByRole('button', { name: anyActions }).click()
    await expect(page.getByRole('menuitem')).toHaveText([t('Restore')])
  })
})
