// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareApp, showApp } from '../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'

prepareApp()
const days = { sessions: 90, trash: 30, imports: 7, auditLog: null }
const retention = (changed: object = {}) => ({
  message: 'Saved how long personal data is kept',
  data: {
    days,
    version: 0,
    nextRun: '2030-01-01T00:00:00.000Z',
    due: [
      { area: 'sessions', now: 1, in7: 2, in30: 3 },
      { area: 'trash', now: 0, in7: 0, in30: 4 },
      { area: 'imports', now: 0, in7: 0, in30: 0 },
      { area: 'auditLog', now: 0, in7: 0, in30: 0 },
    ],
    mayChange: true,
    ...changed,
  },
})
const erasures = (list: object[] = []) => ({
  data: {
    erasures: list,
    pagination: { page: 1, limit: 25, total: list.length, totalPages: Math.ceil(list.length / 25) },
  },
})
beforeEach(() =>
  serve({ 'privacy.retention': () => retention(), 'privacy.list': () => erasures() }),
)

const field = (what: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Days that are kept: ${what}` })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('shows what goes next, and saves other days', async () => {
  serve({
    'privacy.saveRetention': () => retention({ version: 1, days: { ...days, auditLog: 365 } }),
  })
  const { user } = showApp('/personal-data')
  expect(
    await screen.findByText('1 with the next run, 2 within 7 days, 3 within 30 days'),
  ).toBeDefined()
  expect((await button('Save')).disabled).toBe(true)
  await user.type(await field('Names in the audit log'), '365')
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('privacy.saveRetention')).toHaveLength(1))
  expect(callsOf('privacy.saveRetention')[0]?.body).toEqual({
    days: { ...days, auditLog: 365 },
    version: 0,
  })
})

test('keeps what is typed where somebody else saves meanwhile, and says what is wrong', async () => {
  const { user } = showApp('/personal-data')
  await user.type(await field('Names in the audit log'), '0')
  expect(screen.getByText('Save to see what goes')).toBeDefined()
  serve({
    'privacy.saveRetention': () =>
      refusal(422, {
        message: 'Must be from 1 to 36,500',
        errors: [{ msg: 'Must be from 1 to 36,500', path: 'days.auditLog' }],
      }),
    'privacy.retention': () => retention({ version: 4, days: { ...days, sessions: 60 } }),
  })
  await user.click(await button('Save'))
  expect(await screen.findByText('Must be from 1 to 36,500')).toBeDefined()
  const names = await field('Names in the audit log')
  await waitFor(() => expect(document.activeElement).toBe(names))
  await waitFor(async () => expect((await field('Sign-ins')).value).toBe('60 days'))
  expect(names.value).toBe('0 days')
  serve({ 'privacy.saveRetention': () => retention({ version: 5 }) })
  await user.type(names, '{Backspace}1')
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('privacy.saveRetention')).toHaveLength(2))
  expect(callsOf('privacy.saveRetention')[1]?.body).toMatchObject({ version: 4 })
})

test('is read by those who may not change it', async () => {
  serve({ 'privacy.retention': () => retention({ mayChange: false, nextRun: null }) })
  showApp('/personal-data')
  expect((await field('Sign-ins')).readOnly).toBe(true)
  expect(screen.getByText('This server removes nothing by itself.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('lists the erasures without a name', async () => {
  serve({
    'privacy.list': () =>
      erasures([
        {
          _id: 'gone',
          by: { _id: 'ada', name: 'Ada Owner' },
          content: 'keep',
          finishedAt: '2026-01-01T00:00:00.000Z',
          records: 12,
          job: null,
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ]),
  })
  showApp('/personal-data')
  const list = await screen.findByRole('list', { name: 'Erasures' })
  expect(within(list).getByText('by Ada Owner')).toBeDefined()
  expect(within(list).getByText(/12 rows and files · what they wrote stayed · Done/)).toBeDefined()
})

test('says that nobody was erased, and tries again after a failure', async () => {
  serve({ 'privacy.retention': () => refusal(500, { message: 'Not now.' }) })
  const { user } = showApp('/personal-data')
  await screen.findByText('Nobody has been erased yet.')
  await screen.findByText('Not now.')
  serve({ 'privacy.retention': () => retention() })
  await user.click(await button('Retry'))
  expect(await field('Sign-ins')).toBeDefined()
})
