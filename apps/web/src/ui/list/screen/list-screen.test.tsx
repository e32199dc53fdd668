// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFailure } from '../../../api/failure.ts'
import type { SentQuery } from '../../../api/listing.ts'
import { readListing } from '../../../api/listing.ts'
import { type Sample, sampleDefinition, sampleList } from '../../../testing/sample-list.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { searchOf } from '../../links/url-params.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { listFields } from '../definition/list-spec.ts'
import { ListScreen } from './list-screen.tsx'

// The first screen of a run also compiles it, on a busy machine for longer than a second.
configure({ asyncUtilTimeout: 8000 })

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** How often a cell was drawn. */
const drawn = { cells: 0 }

const definition: ListDefinition<Sample> = {
  ...sampleDefinition,
  columns: [
    {
      key: 'name',
      label: 'Name',
      width: 100,
      sort: 'name',
      cell: (sample) => {
        drawn.cells += 1
        return sample.name
      },
      text: (sample) => sample.name ?? '',
    },
  ],
}

const withEnded: ListDefinition<Sample> = {
  ...definition,
  columns: [
    ...definition.columns,
    {
      key: 'ended',
      label: 'Ended',
      width: 100,
      empty: ({ status }) => status?.length === 1 && status.includes('on'),
      cell: () => 'x',
      text: () => 'x',
    },
  ],
}

type Answer = (query: SentQuery, signal: AbortSignal) => Promise<unknown>

function show(answer: Answer, at = '/', shown = definition) {
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: [at] }),
    routeTree: createRootRoute({
      validateSearch: searchOf(listFields(sampleList)),
      component: () => (
        <ListScreen
          definition={shown}
          refused={() => <p>Not permitted</p>}
          options={(query) => ({
            queryKey: ['samples', query],
            queryFn: async ({ signal }) => readListing<Sample>(await answer(query, signal)),
          })}
          drawer={({ record }) => <p>Record {record.name}</p>}
        />
      ),
    }),
  })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 15_000 } },
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        {/* A router of its own, and not the app's that the types know. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

const named = (...names: string[]) => ({
  data: { samples: names.map((name) => ({ _id: name, name })) },
})
const page = (total: number, ...names: string[]) => ({
  ...named(...names),
  pagination: { page: 1, limit: 25, total, totalPages: Math.ceil(total / 25) },
})
const cells = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('a failed load flags itself and empties the list; Retry loads it', async () => {
  let fails = false
  show(async (query) => {
    if (query['sort'] !== undefined && fails)
      throw readFailure(400, { message: 'no', errors: ['One', { msg: 'Two' }] })
    return page(2, 'Ada', 'Bob')
  })
  await screen.findByText('Ada')
  fails = true
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('One')
  expect(alert.textContent).toContain('Two')
  expect(screen.queryByText('Ada')).toBeNull()
  fails = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Ada')).toBeTruthy()
})

test('a refusal takes the place of the list', async () => {
  show(async () => {
    throw readFailure(403, { message: 'no' })
  })
  expect(await screen.findByText('Not permitted')).toBeTruthy()
})

test('nothing at all and nothing found are different screens', async () => {
  show(async () => page(0), '/?search=zz')
  expect(await screen.findByText('No samples found')).toBeTruthy()
  // There is no page to go to.
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await screen.findByText('No samples yet')).toBeTruthy()
})

test.each([
  ['/?search=zz', 'No samples match “zz”.'],
  ['/?status=on', 'No samples match these filters.'],
  ['/?search=zz&status=on', 'No samples match “zz” with these filters.'],
])('%s: nothing found says what was looked for', async (at, words) => {
  show(async () => page(0), at)
  await screen.findByText('No samples found')
  expect(document.body.textContent).toContain(words)
})

test('a column that nothing found has a value for is not shown until asked for', async () => {
  const answer = async () => page(2, 'Ann', 'Bob')
  show(answer, '/?status=on', withEnded)
  await screen.findByText('Ann')
  expect(screen.queryByRole('columnheader', { name: /^Ended/ })).toBeNull()
  cleanup()
  show(answer, '/?status=on&columns=name&columns=ended', withEnded)
  expect(await screen.findByRole('columnheader', { name: /^Ended/ })).toBeTruthy()
  cleanup()
  show(answer, '/?status=off', withEnded)
  expect(await screen.findByRole('columnheader', { name: /^Ended/ })).toBeTruthy()
})

test('a page past the end offers the last one', async () => {
  const router = show(
    async (query) => (query['page'] === '9' ? page(40) : page(40, 'Ada')),
    '/?page=9',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }))
  expect(await screen.findByText('Ada')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ page: 2 }))
})

test('a press changes the list at once and its URL after the next paint, which goes back', async () => {
  const router = show(async () => page(60, 'Ada', 'Bob'))
  const sorted = () => screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')
  await screen.findByText('Ada')
  const sort = screen.getByRole('button', { name: 'Name' })
  const before = sorted()
  fireEvent.click(sort)
  const after = sorted()
  expect(after).not.toBe(before)
  expect(router.state.location.search).toEqual({})
  await waitFor(() => expect(router.state.location.search).toHaveProperty('sort'))
  expect(sorted()).toBe(after)
  router.history.back()
  await waitFor(() => expect(sorted()).toBe(before))
})

test('two presses within a paint both count', async () => {
  const asked: SentQuery[] = []
  const router = show(async (query) => {
    asked.push(query)
    return page(60, 'Ada', 'Bob')
  })
  await screen.findByText('Ada')
  const shown: string[] = []
  const field = screen.getByRole('textbox', { name: 'Page number' })
  const watch = new MutationObserver(() => shown.push(field.getAttribute('value') ?? ''))
  watch.observe(field, { attributes: true })
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ page: 3 }))
  // It never goes back to the page in between while its address follows.
  expect([...new Set(shown)]).toEqual(['3'])
  watch.disconnect()
  expect(asked.map((query) => query['page'] ?? '1')).toContain('3')
})

test('a filter that is taken away asks for the list once', async () => {
  const asked: unknown[] = []
  const router = show(async (query) => {
    asked.push(query['status'])
    return query['status'] ? page(1, 'Ada') : page(2, 'Ada', 'Bob')
  }, '/?status=on')
  await screen.findByText('Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }))
  await screen.findByText('Bob')
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(asked).toEqual(['on', undefined])
})

test('rows that stay are not drawn anew by paging, sorting or choosing', async () => {
  const later = Promise.withResolvers<unknown>()
  show(async (query) =>
    query['page'] === '2' ? await later.promise : page(60, 'Ada', 'Bob', 'Cid'),
  )
  await screen.findByText('Ada')
  await waitFor(() => expect(screen.getByText('of 3')).toBeTruthy())
  drawn.cells = 0
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bob' }))
  expect(await screen.findByText(/1 selected/)).toBeTruthy()
  expect(drawn.cells).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(screen.getByRole('table').closest('[data-stale]')).not.toBeNull())
  expect(drawn.cells).toBe(1)
  expect(cells()).toEqual(['Ada', 'Bob', 'Cid'])
  later.resolve(page(60, 'Dan', 'Eve'))
  expect(await screen.findByText('Dan')).toBeTruthy()
  // Rows that are here already take their place in one step: those that leave aren't drawn once more.
  drawn.cells = 0
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(await screen.findByText('Ada')).toBeTruthy()
  expect(drawn.cells).toBe(3)
})

test('the last answer wins, and the one overtaken is aborted', async () => {
  const signals = new Map<string, AbortSignal>()
  show(async (query, signal) => {
    const search = String(query['search'] ?? '')
    signals.set(search, signal)
    await new Promise((done) => setTimeout(done, search === 'a' ? 1200 : 5))
    return page(1, `found ${search}`)
  })
  await screen.findByText('found')
  const field = screen.getByRole('textbox', { name: 'Search samples' })
  await userEvent.type(field, 'a')
  await waitFor(() => expect(signals.has('a')).toBe(true))
  await userEvent.type(field, 'b')
  expect(await screen.findByText('found ab')).toBeTruthy()
  expect(signals.get('a')?.aborted).toBe(true)
  await new Promise((done) => setTimeout(done, 1300))
  expect(cells()).toEqual(['found ab'])
})

test('a server without pagination is paged, sorted and searched here', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Item ${index}`)
  show(async () => named(...names), '/?sort=-name&page=2')
  await screen.findByText('Item 4')
  expect(cells()).toEqual(['Item 4', 'Item 3', 'Item 2', 'Item 1', 'Item 0'])
  expect(screen.getByText('26–30 of 30')).toBeTruthy()
})

test('the keys walk, open and close; the focus comes back', async () => {
  const router = show(async () => page(2, 'Ada', 'Bob'))
  await screen.findByText('Ada')
  await userEvent.keyboard('jj{Enter}')
  expect(await screen.findByText('Record Bob')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ open: 'Bob' }))
  await userEvent.keyboard('p')
  expect(await screen.findByText('Record Ada')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('Ada'))
})

test('a key held down to the end of the rows stays there, and the open record follows', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === '(min-width: 1200px)',
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const router = show(async () => page(3, 'Ada', 'Bob', 'Cid'), '/?open=Ada')
  await screen.findByText('Record Ada')
  document.querySelector<HTMLElement>('[data-row=Ada]')?.focus()
  await userEvent.keyboard('jjj')
  expect(await screen.findByText('Record Cid')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ open: 'Cid' }))
  expect(document.activeElement?.getAttribute('data-row')).toBe('Cid')
})

test('has the next page asked for while the pointer rests on its button, and not again by the press', async () => {
  const asked: { page: unknown; signal: AbortSignal }[] = []
  const rows = Array.from({ length: 25 }, (_, n) => `Row ${n}`)
  show(async ({ page }, signal) => {
    asked.push({ page, signal })
    const pagination = { page: Number(page), limit: 25, total: 100, totalPages: 4 }
    return page === '3' ? new Promise(() => {}) : { ...named(...rows), pagination }
  })
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await screen.findByText('Row 24')
  const pages = () => asked.map(({ page }) => page)
  expect(pages()).toEqual(['1'])
  const next = screen.getByRole('button', { name: 'Next page' })
  await user.hover(next)
  await waitFor(() => expect(pages()).toEqual(['1', '2']))
  await user.click(next)
  // Whoever stays there walks on.
  await waitFor(() => expect(pages()).toEqual(['1', '2', '3']))
  await user.unhover(next)
  expect(asked[2]?.signal.aborted).toBe(true)
  expect(asked[1]?.signal.aborted).toBe(false)
})
