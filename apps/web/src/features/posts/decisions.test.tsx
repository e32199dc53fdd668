// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { setSingleKeys } from '../../ui/keys/single-keys.ts'
import { Shortcuts } from '../../ui/page/shortcuts.tsx'
import { PostsPage } from './posts-page.tsx'

prepareScreens()

const ids = ['p1', 'p2', 'p3']
let handled: string[] = []
let gone: string[] = []
let more: object = {}

const post = (id: string) => ({
  _id: id,
  text: `Words of ${id}`,
  author: { _id: `of-${id}`, name: `Author ${id}` },
  reportCount: 3,
  openReportCount: handled.includes(id) ? 0 : 3,
  ...more,
})

// What the browser loads while it is idle.
beforeAll(async () => void (await import('./decision-dialog.tsx')))

beforeEach(() => {
  handled = []
  gone = []
  more = {}
  setSingleKeys(true)
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === '(min-width: 1200px)',
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  serve({
    'categories.list': () => ({ data: { categories: [] } }),
    'posts.list': ({ query }) => {
      const asksOpen = query['openReportCount.min'] !== undefined
      const left = ids.filter((id) => !gone.includes(id) && !(asksOpen && handled.includes(id)))
      const pagination = { page: 1, limit: 25, total: left.length, totalPages: 1 }
      return { data: { posts: left.map(post), pagination } }
    },
    'posts.details': ({ params }) => ({ data: post(String(params['id'])) }),
    'posts.decide': ({ body }) => {
      const { does, posts } = body as { does: string; posts: { _id: string }[] }
      const named = posts.map(({ _id }) => _id)
      if (does === 'keep') handled.push(...named)
      else gone.push(...named)
      return {
        message: does === 'keep' ? 'Post kept' : 'Post deleted',
        data: { batch: 'b1', posts: named.map(post), left: [], authors: [] },
      }
    },
    'posts.undoDecision': () => {
      handled = []
      gone = []
      return { message: 'Decision undone', data: { posts: [], left: [] } }
    },
  })
})

const show = (at: string) =>
  showScreen(
    <main tabIndex={-1}>
      <PostsPage />
      <Shortcuts places={[]} />
    </main>,
    { at },
  )
const ready = async (id: string) => {
  const record = await screen.findByRole('region', { name: `Post by Author ${id}` })
  await within(record).findByText(`Words of ${id}`)
  await within(record).findByRole('button', { name: 'Delete' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe(`Post by Author ${id}`))
  return record
}
const shown = () =>
  screen
    .queryAllByRole('row')
    .map((row) => row.getAttribute('data-row'))
    .filter((id) => id !== null)

test('a key keeps a post, which leaves the queue until it is taken back', async () => {
  const { user } = show('/posts?openReportCount.min=1&open=p1')
  const record = await ready('p1')
  // A key that bounces is pressed twice before anything is drawn.
  act(() => {
    for (let presses = 0; presses < 2; presses += 1)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'a', bubbles: true }),
      )
  })
  await waitFor(() => expect(shown()).toEqual(['p2', 'p3']))
  await screen.findByText('Post kept')
  expect(callsOf('posts.decide').map(({ body }) => body)).toEqual([
    { does: 'keep', posts: [{ _id: 'p1', reportCount: 3 }] },
  ])
  // It is still the one that is open, and isn't kept twice.
  await waitFor(() => expect(within(record).queryByRole('button', { name: 'Keep' })).toBeNull())
  await user.keyboard('a')
  expect(callsOf('posts.decide')).toHaveLength(1)
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Decision undone')
  expect(callsOf('posts.undoDecision').map(({ params }) => params)).toEqual([{ id: 'b1' }])
  await waitFor(() => expect(shown()).toEqual(['p1', 'p2', 'p3']))
})

test('a refused keeping puts the post back into the queue, with the server’s words', async () => {
  serve({ 'posts.decide': () => refusal(403, { message: 'You may not decide' }) })
  const { user } = show('/posts?openReportCount.min=1&open=p1')
  await ready('p1')
  await user.keyboard('a')
  expect(await screen.findByText('You may not decide')).toBeDefined()
  expect(shown()).toEqual(['p1', 'p2', 'p3'])
})

test('post, author, reason and message are one call, by the keyboard', async () => {
  const { user } = show('/posts?open=p2')
  await ready('p2')
  await user.keyboard('m')
  const dialog = await screen.findByRole('dialog', { name: /^Decide: Post by Author p2/ })
  await user.click(within(dialog).getByRole('checkbox', { name: 'Deactivate Author p2' }))
  await user.type(within(dialog).getByRole('combobox', { name: 'Reason' }), 'Spam')
  await user.type(within(dialog).getByRole('textbox', { name: 'Message to the author' }), 'Stop.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Post deleted')
  expect(callsOf('posts.decide').map(({ body }) => body)).toEqual([
    {
      does: 'delete',
      posts: [{ _id: 'p2', reportCount: 3, deleted: false }],
      deactivateAuthors: true,
      reason: 'Spam',
      message: 'Stop.',
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shown()).toEqual(['p1', 'p3'])
})

test('what the server refuses stays in the dialog, with what was typed', async () => {
  serve({ 'posts.decide': () => refusal(409, { message: 'You cannot deactivate yourself' }) })
  const { user } = show('/posts?open=p2')
  await ready('p2')
  await user.keyboard('m')
  const dialog = await screen.findByRole('dialog', { name: /^Decide:/ })
  const reason = within(dialog).getByRole('combobox', { name: 'Reason' })
  await user.type(reason, 'Spam{Enter}')
  expect(await within(dialog).findByText('You cannot deactivate yourself')).toBeDefined()
  expect((reason as HTMLInputElement).value).toBe('Spam')
  expect(shown()).toEqual(['p1', 'p2', 'p3'])
})

/** Chooses the first two posts of a list, and keeps them by one decision. */
async function keepTwo(user: ReturnType<typeof show>['user']) {
  await screen.findByText('Words of p1')
  await user.keyboard('jxjx')
  await user.click(await screen.findByRole('button', { name: 'Decide…' }))
  const dialog = await screen.findByRole('dialog', { name: /^Decide: 2 posts/ })
  await user.click(within(dialog).getByRole('radio', { name: /^Keep/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Keep 2 posts' }))
}

test('several posts are one decision', async () => {
  const { user } = show('/posts')
  await keepTwo(user)
  await screen.findByText('Post kept')
  expect(callsOf('posts.decide')).toHaveLength(1)
  expect(handled).toEqual(['p1', 'p2'])
})

test('on a chosen row the key asks about all that are chosen, on another one about that', async () => {
  const { user } = show('/posts')
  await screen.findByText('Words of p1')
  await user.keyboard('jxjx')
  await screen.findByRole('button', { name: 'Decide…' })
  await user.keyboard('m')
  await screen.findByRole('dialog', { name: /^Decide: 2 posts/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('jm')
  await screen.findByRole('dialog', { name: /^Decide: Post by Author p3/ })
})

test('after a decision about several posts, a key is meant for none of them', async () => {
  const { user } = show('/posts?openReportCount.min=1')
  await keepTwo(user)
  await waitFor(() => expect(shown()).toEqual(['p3']))
  await waitFor(() => expect(document.activeElement?.matches('[data-rows]')).toBe(true))
  await user.keyboard('um')
  expect(callsOf('users.details')).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('j')
  expect(document.activeElement?.getAttribute('data-row')).toBe('p3')
})

test('from a record that was decided about, Escape leads to the row in its place', async () => {
  const { user } = show('/posts?openReportCount.min=1&open=p2')
  await ready('p2')
  await user.keyboard('a')
  await waitFor(() => expect(shown()).toEqual(['p1', 'p3']))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('p3'))
})

test('once the queue is empty, the page has the focus', async () => {
  handled = ['p2', 'p3']
  const { user } = show('/posts?openReportCount.min=1')
  await screen.findByText('Words of p1')
  await user.keyboard('ja')
  await screen.findByText('No open reports')
  await waitFor(() => expect(document.activeElement?.matches('main')).toBe(true))
})

test('once the queue is empty, closing the last record gives the page the focus', async () => {
  handled = ['p2', 'p3']
  const { user } = show('/posts?openReportCount.min=1&open=p1')
  await ready('p1')
  await user.keyboard('a')
  await screen.findByText('No open reports')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.matches('main')).toBe(true))
})

test('what is typed is there again after Escape, and gone after Cancel', async () => {
  const { user } = show('/posts?open=p2')
  await ready('p2')
  const ask = async () => {
    // A second press sooner than this is the same one, of a key that bounces.
    await new Promise((resolve) => setTimeout(resolve, 120))
    await user.keyboard('m')
    return within(await screen.findByRole('dialog', { name: /^Decide:/ }))
  }
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const first = await ask()
  await user.click(first.getByRole('radio', { name: /^Keep/ }))
  await user.type(first.getByRole('textbox', { name: 'Message to the author' }), 'Calm down.')
  await user.keyboard('{Escape}')
  await gone()
  const second = await ask()
  const message = () => second.getByRole('textbox', { name: 'Message to the author' })
  expect((message() as HTMLTextAreaElement).value).toBe('Calm down.')
  expect((second.getByRole('radio', { name: /^Keep/ }) as HTMLInputElement).checked).toBe(true)
  await user.click(second.getByRole('button', { name: 'Cancel' }))
  await gone()
  const third = await ask()
  const empty = third.getByRole('textbox', { name: 'Message to the author' })
  expect((empty as HTMLTextAreaElement).value).toBe('')
})

test('what somebody else decides meanwhile is not decided again, and shows', async () => {
  more = { reportsHandledAt: null }
  const message = 'Somebody else has decided about this post meanwhile.'
  serve({ 'posts.decide': () => refusal(409, { message }) })
  const { user } = show('/posts?openReportCount.min=1&open=p2')
  await ready('p2')
  await user.keyboard('m')
  const dialog = await screen.findByRole('dialog', { name: /^Decide:/ })
  handled = ['p2']
  await user.click(within(dialog).getByRole('button', { name: 'Delete post' }))
  expect(await within(dialog).findByText(message)).toBeDefined()
  expect(callsOf('posts.decide')[0]?.body).toMatchObject({
    posts: [{ _id: 'p2', reportCount: 3, deleted: false, reportsHandledAt: null }],
  })
  await waitFor(() => expect(shown()).toEqual(['p1', 'p3']))
})

test('the page has the focus once the buttons for chosen rows are gone', async () => {
  const { user } = show('/posts')
  await screen.findByText('Words of p1')
  await user.keyboard('jjx')
  const clear = await screen.findByRole('button', { name: 'Clear' })
  clear.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.matches('main')).toBe(true))
  await user.keyboard('j')
  expect(document.activeElement?.getAttribute('data-row')).toBe('p2')
})

test('what is known of the reports and the conversation is shown', async () => {
  more = {
    reports: [{ reason: 'Insults my mother', reporter: 'Bo', at: '2026-01-01T00:00:00Z' }],
    comments: [{ author: { name: 'Cy' }, text: 'Leave him alone', createdAt: null }],
  }
  show('/posts?open=p1')
  const record = await ready('p1')
  expect(within(record).getByText('Insults my mother')).toBeDefined()
  expect(within(record).getByText('Bo')).toBeDefined()
  expect(within(record).getByText('Leave him alone')).toBeDefined()
  expect(within(record).getByText('Of 2 more only the number is known.')).toBeDefined()
})

test('nothing is shown of reports and conversation where nothing is known', async () => {
  show('/posts?open=p2')
  const plain = await ready('p2')
  expect(within(plain).queryByText('What was reported')).toBeNull()
  expect(within(plain).queryByText('Conversation')).toBeNull()
})
