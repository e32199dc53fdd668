// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, refusal, type Sent, serve } from '../testing/server.ts'

prepareApp()

const asOf = '2026-11-20T12:00:00.000Z'
const bill = (title: string) => ({ _id: 'b1', number: 'B-1', title, status: 'due' })
const page = (rows: readonly object[], { query }: Sent) => ({
  data: {
    bills: rows,
    pagination: { page: 1, limit: Number(query['limit']), total: rows.length, totalPages: 1 },
  },
})

/** A server that can show the past, in which a bill was called otherwise. */
const withPast = () =>
  serve({
    'profile.own': () => ({ data: { _id: 'me', name: 'Me' } }),
    'trash.settings': () => ({ data: { days: 30 } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'bills.list': (sent) => page([bill(sent.query['asOf'] ? 'As it was' : 'As it is')], sent),
  })

const pickerName = /^As of/
const openPicker = async (user: { click: (on: Element) => Promise<void> }) => {
  await user.click(await screen.findByRole('button', { name: pickerName }))
  return screen.findByRole('dialog')
}

describe('a list at a time in the past', () => {
  beforeEach(withPast)

  test('is asked for as of the time chosen, its totals too, and leads back to now', async () => {
    const { user, address } = showApp('/bills?status=due&page=2&open=b1')
    await within(await screen.findByRole('dialog')).findAllByText('As it is')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const form = await openPicker(user)
    await user.clear(await within(form).findByLabelText('Date'))
    await user.type(within(form).getByLabelText('Date'), '2026-11-20')
    await user.clear(within(form).getByLabelText('Time'))
    await user.type(within(form).getByLabelText('Time'), '12:30')
    await user.click(within(form).getByRole('button', { name: 'Show' }))
    await screen.findByText('As it was')
    const chosen = new Date('2026-11-20T12:30').toISOString()
    expect(callsOf('bills.list').at(-1)?.query).toMatchObject({ status: 'due', asOf: chosen })
    expect(callsOf('bills.totals').at(-1)?.query).toMatchObject({ status: 'due', asOf: chosen })
    expect(new URL(address(), 'http://x').searchParams.get('page')).toBeNull()
    await user.click(await screen.findByRole('link', { name: 'Back to now' }))
    await screen.findByText('As it is')
    await waitFor(() => expect(address()).toBe('/bills?status=due'))
  })

  test('takes no time to come', async () => {
    const { user } = showApp('/bills')
    const form = await openPicker(user)
    await user.clear(await within(form).findByLabelText('Date'))
    await user.type(within(form).getByLabelText('Date'), '2999-01-01')
    await user.click(within(form).getByRole('button', { name: 'Show' }))
    await within(form).findByText('Choose a time in the past.')
    expect(callsOf('bills.list').every(({ query }) => !('asOf' in query))).toBe(true)
  })

  test('is only looked at: nothing of it can be changed', async () => {
    const { user } = showApp(`/bills?asOf=${asOf}&open=b1&edit=b1`)
    const drawer = await screen.findByRole('dialog')
    const [note] = await within(drawer).findAllByRole('note')
    expect(note?.textContent).toMatch(/^As of .*This view is read-only\./)
    const buttons = () => within(drawer).getAllByRole('button')
    await waitFor(() =>
      expect(
        buttons()
          .map((each) => each.textContent)
          .filter(Boolean),
      ).toEqual(['History']),
    )
    expect(within(drawer).queryByRole('textbox')).toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  test('says what the server has against the time', async () => {
    serve({ 'bills.list': () => refusal(422, { message: 'Nothing is known of that time.' }) })
    showApp(`/bills?asOf=${asOf}`)
    await screen.findByText('Nothing is known of that time.')
  })

  test('says that too many times are looked at at once, and is asked for again by Retry', async () => {
    const message = 'You are already looking at 2 times in the past.'
    serve({ 'bills.list': () => refusal(429, { message, code: 'too_many' }) })
    const { user } = showApp(`/bills?asOf=${asOf}`)
    await screen.findByText(message)
    const asked = callsOf('bills.list').length
    withPast()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('As it was')
    expect(callsOf('bills.list').length).toBeGreaterThan(asked)
  })
})

test('a person’s page shows them as of then on every tab, and changes nothing', async () => {
  withPast()
  serve({
    'users.details': ({ query }) => ({
      data: { _id: 'u1', type: 'member', status: 'active', name: query['asOf'] ? 'Ada' : 'Ada B.' },
    }),
    'posts.list': (sent) => page([], sent),
    'categories.list': () => ({ data: [] }),
  })
  const { user, address } = showApp(`/users/u1?asOf=${asOf}`)
  await screen.findByRole('heading', { name: 'Ada' })
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await user.click(await screen.findByRole('link', { name: 'Posts' }))
  await waitFor(() => expect(callsOf('posts.list').at(-1)?.query).toMatchObject({ asOf }))
  await user.click(await screen.findByRole('link', { name: 'Back to now' }))
  await screen.findByRole('heading', { name: 'Ada B.' })
  expect(address()).toBe('/users/u1/posts')
})

test('a server that keeps no audit log is asked for no time', async () => {
  withPast()
  serve({ 'profile.own': () => refusal(404, {}) })
  showApp('/bills')
  await screen.findByText('As it is')
  expect(screen.queryByRole('button', { name: pickerName })).toBeNull()
})
