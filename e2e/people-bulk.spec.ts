import { test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { count, t } from './lib/messages.ts'
import { rowOf, windowOf, withServer } from './lib/people.ts'
import { expect, withData } from './lib/steward.ts'

withServer('many people', (at) => {
  const members = (many: number) =>
    t('{count, plural, one {# member} other {# members}}', { count: many })

  test('300 members of one mail domain are deactivated by six clicks, and brought back by one', async ({
    browser,
  }) => {
    // The undo of 300 people is one transaction, which a busy machine takes long for.
    test.setTimeout(120_000)
    const { server } = at
    await withData(server, (db) =>
      create(
        db,
        'users',
        ...Array.from({ length: 300 }, (_, i) => ({
          name: `Spam ${i}`,
          email: `m${i}@spam.example`,
          type: 'member' as const,
        })),
      ),
    )
    const page = await windowOf(browser, server, server.owner, '/users/members')
    let acts = 0
    const click = async (what: ReturnType<typeof page.getByRole>) => {
      acts += 1
      await what.click()
    }
    await click(page.getByText(/^Spam \d+$/).first())
    await click(page.getByRole('link', { name: t('Others with this e-mail domain') }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${t('Members')}${count(300)}`)
    await click(page.getByRole('checkbox', { name: t('Select all rows of this page') }))
    await click(
      page.getByRole('button', { name: t('Select all {records}', { records: members(300) }) }),
    )
    await click(page.getByRole('button', { name: t('Deactivate') }))
    const dialog = page.getByRole('dialog', {
      name: t('Deactivate {records}?', { records: members(300) }),
    })
    await expect(dialog).toContainText(
      t('They are signed out immediately and can’t sign in until you activate them again.'),
    )
    await expectAccessible(page, 'the question before many people are deactivated')
    await click(
      dialog.getByRole('button', { name: t('Deactivate {records}', { records: members(300) }) }),
    )
    const job = page.getByRole('region', { name: t('Background jobs') })
    await expect(job.getByRole('status')).toHaveText(
      t('{state}. {result}', {
        state: t('Done', {}, 'state of a job'),
        result: t('{results}.', { results: t('{count} changed', { count: 300 }) }),
      }),
      { timeout: 30_000 },
    )
    expect(acts).toBeLessThanOrEqual(12)
    await expect(rowOf(page, 'Spam').first()).toContainText(t('Inactive', {}, 'a status'))

    await job.getByRole('button', { name: t('Undo') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', {
        name: t('Undo {count, plural, one {# change} other {# changes}}', { count: 300 }),
      })
      .click()
    await expect(
      page.getByText(t('{done, plural, one {# change} other {# changes}} undone', { done: 300 })),
    ).toBeVisible({ timeout: 60_000 })
    await expect(rowOf(page, 'Spam').first()).not.toContainText(t('Inactive', {}, 'a status'))
    await page.close()
  })
})
