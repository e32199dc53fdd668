import { test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { rowOf, windowOf, withServer } from './lib/people.ts'
import { expect, withData } from './lib/steward.ts'

withServer('many people', (at) => {
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
    await click(page.getByRole('link', { name: 'Others with this e-mail domain' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members300')
    await click(page.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await click(page.getByRole('button', { name: 'Select all 300 members' }))
    await click(page.getByRole('button', { name: 'Deactivate' }))
    const dialog = page.getByRole('dialog', { name: 'Deactivate 300 members?' })
    await expect(dialog).toContainText('signed out immediately')
    await expectAccessible(page, 'the question before many people are deactivated')
    await click(dialog.getByRole('button', { name: 'Deactivate 300 members' }))
    const job = page.getByRole('region', { name: 'Background jobs' })
    await expect(job.getByRole('status')).toHaveText('Done. 300 changed.', { timeout: 30_000 })
    expect(acts).toBeLessThanOrEqual(12)
    await expect(rowOf(page, 'Spam').first()).toContainText('Inactive')

    await job.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText('300 changes undone')).toBeVisible({ timeout: 60_000 })
    await expect(rowOf(page, 'Spam').first()).not.toContainText('Inactive')
    await page.close()
  })
})
