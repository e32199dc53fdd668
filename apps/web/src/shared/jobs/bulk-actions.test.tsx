// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useWatchedJobs } from '../../api/browser/watched-jobs.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { BulkActions } from './bulk-actions.tsx'

prepareScreens()

const rows = new Map(['b1', 'b2'].map((id) => [id, { id, record: {} }]))
const query = { search: 'hall', status: 'due' }

/** Chooses to delete some bills, and agrees to it. */
async function remove(chosen: Omit<Chosen<object>, 'clear'>) {
  const clear = vi.fn()
  const { user } = showScreen(
    <BulkActions area="bills" chosen={{ ...chosen, clear }} shown="live" />,
  )
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const agree = await screen.findByRole('button', { name: /^Delete \d+ bills?$/ })
  return { user, agree, clear }
}
const sent = () => callsOf('jobs.create').map(({ body }) => body)

test.each<[string, Omit<Chosen<object>, 'clear'>, object]>([
  ['the rows that were chosen', { rows, all: null, size: 2 }, { ids: ['b1', 'b2'] }],
  ['all that the list finds', { rows, all: { query, except: [] }, size: 300 }, { all: { query } }],
  [
    'all but some',
    { rows, all: { query, except: ['b7', 'b9'] }, size: 298 },
    { all: { query }, except: ['b7', 'b9'] },
  ],
])('deletes %s, then watches the job', async (_, chosen, which) => {
  serve({ 'jobs.create': () => ({ data: { _id: 'j1' } }) })
  const { user, agree, clear } = await remove(chosen)
  await user.click(agree)
  await waitFor(() => expect(useWatchedJobs.getState().ids).toEqual(['j1']))
  expect(sent()).toEqual([{ area: 'bills', action: 'delete', ...which }])
  expect(clear).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a job that was refused leaves the rows chosen, says why, and can be tried again', async () => {
  serve({ 'jobs.create': () => refusal(409, { message: 'There is nothing to change.' }) })
  const { user, agree, clear } = await remove({ rows, all: null, size: 2 })
  await user.click(agree)
  expect(await screen.findByText('There is nothing to change.')).toBeDefined()
  expect(clear).not.toHaveBeenCalled()
  expect(useWatchedJobs.getState().ids).toEqual([])
  serve({ 'jobs.create': () => ({ data: { _id: 'j1' } }) })
  await user.click(agree)
  await waitFor(() => expect(useWatchedJobs.getState().ids).toEqual(['j1']))
})

test('pressed twice, it begins one job', async () => {
  const late = held({ data: { _id: 'j1' } })
  serve({ 'jobs.create': late.handler })
  const { user, agree } = await remove({ rows, all: null, size: 2 })
  await user.dblClick(agree)
  late.letGo()
  await waitFor(() => expect(useWatchedJobs.getState().ids).toEqual(['j1']))
  expect(sent()).toHaveLength(1)
})
