// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { setSingleKeys } from '../../ui/keys/single-keys.ts'
import { Shortcuts } from '../../ui/page/shortcuts.tsx'
import { PostsPage } from './posts-page.tsx'

prepareScreens()

const all = Array.from({ length: 60 }, (_, at) => `p${String(at + 1).padStart(2, '0')}`)
let deleted: string[] = []
let status = 'active'

const post = (id: string) => ({
  _id: id,
  text: `Words of ${id}`,
  author: { _id: `of-${id}`, name: `Author ${id}` },
})
const author = (id: unknown) => ({ _id: id, id, name: 'Ada', type: 'member', status })

beforeEach(() => {
  deleted = []
  status = 'active'
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
      const page = Number(query['page'] ?? 1)
      const left = all.filter((id) => !deleted.includes(id))
      const pagination = {
        page,
        limit: 25,
        total: left.length,
        totalPages: Math.ceil(left.length / 25),
      }
      return { data: { posts: left.slice((page - 1) * 25, page * 25).map(post), pagination } }
    },
    'posts.details': ({ params }) => {
      const id = String(params['id'])
      const deletedAt = deleted.includes(id) ? '2026-01-01T00:00:00Z' : null
      return { data: { ...post(id), deletedAt } }
    },
    'posts.delete': ({ params }) => {
      deleted.push(String(params['id']))
      return { message: 'Post deleted', data: post(String(params['id'])) }
    },
    'users.details': ({ params }) => ({ data: author(params['id']) }),
    'users.changeStatus': ({ params }) => {
      status = status === 'active' ? 'inactive' : 'active'
      return { message: `Ada is ${status}`, data: author(params['id']) }
    },
  })
})

const show = (at: string) =>
  showScreen(
    <>
      <PostsPage />
      <Shortcuts places={[]} />
    </>,
    { at },
  )
const record = (of: string) => screen.findByRole('region', { name: `Post by Author ${of}` })
const title = (of: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(`Post by Author ${of}`))
/** The record has the focus, and all of it is drawn. */
const ready = async (of: string) => {
  await within(await record(of)).findByText(`Words of ${of}`)
  await title(of)
}
const path = (address: string) => address.replace('/posts', '')

test('a record opens beside its list, which stays alive, and Escape gives the focus back to its row', async () => {
  const { user, address } = show('/posts')
  await user.click(await screen.findByText('Words of p02'))
  await record('p02')
  expect(screen.queryByRole('dialog')).toBeNull()
  await title('p02')
  await user.keyboard('n{Enter}')
  await within(await record('p03')).findByText('Words of p03')
  await title('p03')
  await user.click(screen.getByText('Words of p05'))
  await record('p05')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Post by/ })).toBeNull())
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('p05'))
  expect(path(address())).toBe('')
})

test('with the focus among the rows the record follows them, and tells its title', async () => {
  const { user } = show('/posts?open=p01')
  await record('p01')
  await user.keyboard('{F6}')
  expect(document.activeElement?.getAttribute('data-row')).toBe('p01')
  await user.keyboard('jj')
  const shown = await record('p03')
  expect(document.activeElement?.getAttribute('data-row')).toBe('p03')
  await waitFor(() =>
    expect(within(shown).getAllByRole('status').at(-1)?.textContent).toBe(
      'Post by Author p03, 3 of 60',
    ),
  )
})

test('the last record of a page leads on to the first one of the next, and back', async () => {
  const { user, address } = show('/posts?open=p25')
  await within(await record('p25')).findByText('25 of 60')
  await ready('p25')
  await user.keyboard('j')
  await within(await record('p26')).findByText('26 of 60')
  await waitFor(() => expect(path(address())).toBe('?page=2&open=p26'))
  await user.keyboard('k')
  await within(await record('p25')).findByText('25 of 60')
})

const calledWith = (name: 'posts.delete' | 'users.details') =>
  callsOf(name).map(({ params }) => params['id'])

test('after a deletion keys are still meant for the deleted post, until one goes on', async () => {
  const { user, address } = show('/posts?open=p02')
  await ready('p02')
  await user.keyboard('du')
  await screen.findByText('Ada is inactive')
  expect(calledWith('users.details')).toEqual(['of-p02'])
  // Pressed again by mistake, nothing more is deleted.
  await user.keyboard('d')
  expect(path(address())).toBe('?open=p02')
  await user.keyboard('j')
  await ready('p03')
  await waitFor(() => expect(path(address())).toBe('?open=p03'))
  expect(calledWith('posts.delete')).toEqual(['p02'])
})

test('the same in the list, where no record is open', async () => {
  const { user } = show('/posts')
  await screen.findByText('Words of p02')
  await user.keyboard('jjd')
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-rows')).toBe(true))
  await user.keyboard('u')
  await screen.findByText('Ada is inactive')
  await user.keyboard('d')
  expect(calledWith('users.details')).toEqual(['of-p02'])
  await user.keyboard('j')
  expect(document.activeElement?.getAttribute('data-row')).toBe('p03')
  await user.keyboard('d')
  await waitFor(() => expect(calledWith('posts.delete')).toEqual(['p02', 'p03']))
})

test('from the last record of a page a decision leads on over its end', async () => {
  const { user, address } = show('/posts?open=p25')
  await ready('p25')
  await user.keyboard('d')
  await screen.findByText('Post deleted')
  // The list stays where it is, and fills up.
  await waitFor(() => expect(screen.getByText('Words of p26')).toBeDefined())
  await user.keyboard('n')
  await ready('p26')
  await waitFor(() => expect(screen.getByText('25 of 59')).toBeDefined())
  await waitFor(() => expect(path(address())).toBe('?open=p26'))
})

test('two decisions at the end of a page, while the first waits for its answer, lead on to the next', async () => {
  const { handler, letGo } = held(undefined)
  serve({
    'posts.delete': async ({ params }) => {
      const id = String(params['id'])
      if (id === 'p24') await handler()
      deleted.push(id)
      return { message: 'Post deleted', data: post(id) }
    },
  })
  const { user, address } = show('/posts?open=p24')
  await ready('p24')
  await user.keyboard('d')
  await waitFor(() => expect(screen.queryByRole('row', { name: /p24/ })).toBeNull())
  await user.keyboard('n')
  await ready('p25')
  // Both keys come before the first of them is drawn.
  act(() => {
    for (const key of 'dn')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  letGo()
  await ready('p26')
  await waitFor(() => expect(path(address())).toBe('?open=p26'))
})

test('behind the last record of all the list ends, which is said', async () => {
  deleted = all.slice(1)
  const { user, address } = show('/posts?open=p01')
  await ready('p01')
  await user.keyboard('d')
  await screen.findByText('Post deleted')
  await user.keyboard('j')
  expect(await screen.findByText('That was the last post in this list.')).toBeDefined()
  await waitFor(() => expect(path(address())).toBe(''))
})

test('a record that is not on the page is shown by itself, and one that is gone says so', async () => {
  show('/posts?open=p40')
  await within(await record('p40')).findByText('Words of p40')
  expect(callsOf('posts.details').map(({ params }) => params['id'])).toEqual(['p40'])
})

test('one that is gone for good says so in the server’s words', async () => {
  const gone = {
    message: 'There is no such post. It may have been deleted permanently.',
    code: 'not_found',
  }
  serve({ 'posts.details': () => refusal(404, gone) })
  show('/posts?open=nobody')
  expect(await screen.findByText(gone.message)).toBeDefined()
})

test('u deactivates the author, never activates anybody, and can be taken back', async () => {
  const { user } = show('/posts?open=p02')
  await ready('p02')
  await user.keyboard('u')
  await screen.findByText('Ada is inactive')
  expect(callsOf('users.changeStatus')).toHaveLength(1)
  // Later than a key that bounces.
  await new Promise((done) => setTimeout(done, 150))
  await user.keyboard('u')
  expect(await screen.findByText('Ada is not active: inactive.')).toBeDefined()
  expect(callsOf('users.changeStatus')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(status).toBe('active'))
})

test('keys do nothing while something is typed, or once they are turned off', async () => {
  const { user } = show('/posts?open=p02')
  await title('p02')
  await user.type(screen.getByRole('textbox', { name: /^Search/ }), 'd')
  setSingleKeys(false)
  screen.getByRole('heading', { name: 'Post by Author p02' }).focus()
  await user.keyboard('dnu')
  expect(screen.getByRole('heading', { name: 'Post by Author p02' })).toBeDefined()
  expect([...callsOf('posts.delete'), ...callsOf('users.changeStatus')]).toEqual([])
})
