import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'
import { createRole } from '../apps/server/src/testing/factories.ts'
import { granting } from '../apps/server/src/testing/grants.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { like, t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, test, withData } from './lib/steward.ts'

interface Bill {
  _id: string
  title: string
}

/** An agent of its own, with calls by it and by the owner. */
async function stage(server: Server, name: string) {
  const token = await tokenOf(server, server.owner)
  const call = async (...[what, options]: [Parameters<typeof callServer>[1], object?]) =>
    (await callServer(server, what, { token, ...options })) as never
  const role = await withData(server, (db) =>
    createRole(
      db,
      granting(
        'Operations · Bills · list',
        'Operations · Bills · update',
        'System · Integrations · propose',
      ),
      `Role of ${name}`,
    ),
  )
  const account: { _id: string } = await call('serviceAccounts.create', { body: { name, role } })
  const made: { secret: string } = await call('serviceAccounts.createKey', {
    params: { id: account._id },
    body: { name: 'Desktop' },
  })
  const tool = async (what: string, args: Record<string, unknown>) => {
    const client = new Client(
      { name: 'browser tests', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const headers = { authorization: `Bearer ${made.secret}` }
    const url = new URL(`${server.url}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    const { isError = false, structuredContent } = await client.callTool({
      name: what,
      arguments: args,
    })
    await client.close()
    return { isError, data: structuredContent as { records: Bill[] } | undefined }
  }
  const titleOf = async (id: string) => {
    const { title }: Bill = await call('bills.details', { params: { id } })
    return title
  }
  return { tool, titleOf }
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an agent is given bounds, proposes, and what a person approves can be undone', async ({
  page,
  server,
}) => {
  const { tool, titleOf } = await stage(server, 'Assistant')
  const { data } = await tool('list_bills', { limit: 2 })
  const [bill, other] = data?.records ?? []
  if (!bill || !other) throw new Error('there are no bills')
  const propose = (title: string) =>
    tool('propose_bills_update', {
      records: [
        { id: bill._id, title },
        { id: other._id, title },
      ],
      reason: `They shall be called ${title}`,
    })
  expect(await propose('Too early')).toMatchObject({ isError: true })

  await openAs(page, server, '/integrations/agents')
  await enter(page, page.getByRole('button', { name: t('Set bounds') }))
  const bounds = dialogOf(page)
  await tabTo(page, bounds.getByLabel(t('Account'), { exact: true }))
  await bounds.getByLabel(t('Account'), { exact: true }).selectOption('Assistant')
  for (const name of [t('Bills'), t('Edit')]) {
    await tabTo(page, bounds.getByLabel(name, { exact: true }))
    await page.keyboard.press('Space')
  }
  await expectAccessible(page, 'the dialog of bounds')
  await enter(page, bounds.getByRole('button', { name: t('Save') }))
  await expect(bounds).toBeHidden()

  // What is proposed comes by itself.
  await propose('Renamed')
  const waiting = section(page, t('Waiting for a decision'))
  await expectAccessibleEverywhere(page, 'the part of agents')
  await enter(page, waiting.getByRole('button', { name: like('Review: {request}, by {name}') }))
  const review = dialogOf(page)
  await expect(review).toContainText('They shall be called Renamed')
  await expect(review).toContainText(bill.title)
  await expectAccessibleEverywhere(page, 'a proposal', '[role=dialog]')
  await enter(page, review.getByRole('button', { name: t('Approve', {}, 'a proposal') }))
  await expect(review).toBeHidden()
  await expect.poll(() => titleOf(bill._id)).toBe('Renamed')

  const decided = section(page, t('Decided proposals'))
  await enter(page, decided.getByRole('button', { name: like('Show: {request}, by {name}') }))
  await enter(page, dialogOf(page).getByRole('button', { name: t('Undo'), exact: true }))
  await expect(dialogOf(page)).toHaveCount(2)
  await enter(
    page,
    dialogOf(page)
      .last()
      .getByRole('button', { name: t('Undo') }),
  )
  await expect.poll(() => titleOf(bill._id)).toBe(bill.title)
  expect(await titleOf(other._id)).toBe(other.title)
})

test('a proposal is rejected with a reason, which its agent reads', async ({ page, server }) => {
  const { tool } = await stage(server, 'Helper')
  const { data } = await tool('list_bills', { limit: 1 })
  await openAs(page, server, '/integrations/agents')
  await enter(page, page.getByRole('button', { name: t('Set bounds') }))
  const bounds = dialogOf(page)
  await bounds.getByLabel(t('Account'), { exact: true }).selectOption('Helper')
  await bounds.getByLabel(t('Bills'), { exact: true }).check()
  await bounds.getByLabel(t('Change the status'), { exact: true }).check()
  await bounds.getByRole('button', { name: t('Save') }).click()
  await expect(bounds).toBeHidden()
  await tool('propose_bills_status', {
    ids: [data?.records[0]?._id],
    status: 'void',
    reason: 'A mistake',
  })
  await enter(
    page,
    section(page, t('Waiting for a decision')).getByRole('button', {
      name: like('Review: {request}, by {name}'),
    }),
  )
  await type(page, dialogOf(page).getByLabel(t('Your reason')), 'It is right as it is')
  await enter(page, dialogOf(page).getByRole('button', { name: t('Reject') }))
  await expect(dialogOf(page)).toBeHidden()
  const { data: own } = await tool('list_proposals', {})
  expect(own?.records).toMatchObject([{ status: 'rejected', decision: 'It is right as it is' }])
})
