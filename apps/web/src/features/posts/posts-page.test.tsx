// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { postDefinition } from './post-definition.tsx'
import { PostsPage } from './posts-page.tsx'

prepareScreens()

const post = (name: string) => ({
  _id: name,
  text: `Words of ${name}`,
  author: { _id: `of-${name}`, name },
  createdAt: '2026-01-01T00:00:00Z',
})
let deleted: string[] = []

beforeEach(() => {
  deleted = []
  serve({
    'categories.list': () => ({ data: { categories: [] } }),
    'posts.list': () => {
      const posts = ['Ada', 'Bo', 'Cy'].filter((name) => !deleted.includes(name)).map(post)
      const pagination = { page: 1, limit: 25, total: posts.length, totalPages: 1 }
      return { data: { posts, pagination } }
    },
    'posts.delete': ({ params }) => {
      deleted.push(String(params['id']))
      return { message: 'Post deleted', data: post(String(params['id'])) }
    },
    'posts.details': ({ params }) => {
      const id = String(params['id'])
      const deletedAt = deleted.includes(id) ? '2026-01-01T00:00:00Z' : null
      return { data: { ...post(id), deletedAt } }
    },
    'posts.restore': ({ params }) => {
      deleted = deleted.filter((id) => id !== params['id'])
      return { message: 'Post restored', data: post(String(params['id'])) }
    },
  })
})

const shown = () =>
  screen
    .queryAllByRole('row')
    .map((row) => row.getAttribute('data-row'))
    .filter((id) => id !== null)

async function deleteBo() {
  const { user } = showScreen(<PostsPage />, { at: '/posts' })
  await user.click(await screen.findByRole('button', { name: 'Actions for Post by Bo' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  return user
}

test('a deleted row goes at once, and Undo brings it back where it stood', async () => {
  const { handler, letGo } = held(undefined)
  serve({
    'posts.delete': async () => {
      await handler()
      deleted.push('Bo')
      return { message: 'Post deleted', data: post('Bo') }
    },
  })
  const user = await deleteBo()
  expect(shown()).toEqual(['Ada', 'Cy'])
  expect(screen.queryByText('Post deleted')).toBeNull()
  letGo()
  const restored = held({ message: 'Post restored', data: post('Bo') })
  serve({ 'posts.restore': restored.handler })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(shown()).toEqual(['Ada', 'Bo', 'Cy'])
  deleted = []
  restored.letGo()
  expect(await screen.findByText('Post restored')).toBeDefined()
  expect(callsOf('posts.restore').map(({ params }) => params)).toEqual([{ id: 'Bo' }])
  expect(callsOf('posts.delete')).toHaveLength(1)
})

test('a deletion can be undone for 8 seconds', async () => {
  await deleteBo()
  await screen.findByRole('button', { name: 'Undo' })
  // The toast closes when the animation of its bar ends.
  const bar = screen.getByRole('progressbar', { hidden: true })
  expect(bar.style.animationDuration).toBe('8000ms')
})

test('a refused deletion puts the row back and says the server’s words', async () => {
  const { handler, letGo } = held(undefined)
  serve({
    'posts.delete': async () => {
      await handler()
      return refusal(409, { message: 'No', errors: ['Not this one', { msg: 'Nor today' }] })
    },
  })
  await deleteBo()
  expect(shown()).toEqual(['Ada', 'Cy'])
  letGo()
  expect(await screen.findByText('Not this one')).toBeDefined()
  expect(screen.getByText('Nor today')).toBeDefined()
  expect(shown()).toEqual(['Ada', 'Bo', 'Cy'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a refused undo takes the row away again and says why', async () => {
  const user = await deleteBo()
  serve({ 'posts.restore': () => refusal(409, { message: 'Too late' }) })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Too late')).toBeDefined()
  expect(shown()).toEqual(['Ada', 'Cy'])
})

test('a list that is refused names the permission that is missing, and who can grant it', async () => {
  const role = { _id: 'r1', name: 'Owner' }
  const granters = [{ _id: 'u1', name: 'Ada Lovelace', image: null, role }]
  serve({
    'posts.list': () => refusal(403, { message: 'No' }),
    'permissions.why': () => ({ message: '', data: { role: 'Clerk', granters } }),
  })
  showScreen(<PostsPage />, { at: '/posts' })
  expect(await screen.findByText('Community · Feed posts · see the list')).toBeDefined()
  expect(await screen.findByText('Ada Lovelace')).toBeDefined()
})

test('the key takes back one’s last deletion, then the one before, by their names', async () => {
  const user = await deleteBo()
  await screen.findByText('Post deleted')
  await user.click(await screen.findByRole('button', { name: 'Actions for Post by Cy' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.getAllByText('Post deleted')).toHaveLength(2))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(shown()).toEqual(['Ada', 'Cy']))
  expect((await screen.findByText('Post restored')).nextSibling?.textContent).toBe('Post by Cy')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(shown()).toEqual(['Ada', 'Bo', 'Cy']))
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Nothing to undo.')).toBeDefined()
  expect(callsOf('posts.restore').map(({ params }) => params['id'])).toEqual(['Cy', 'Bo'])
})

test('the key does nothing while something is typed', async () => {
  const user = await deleteBo()
  await screen.findByText('Post deleted')
  await user.type(screen.getByRole('textbox', { name: /Search/ }), 'B{Control>}z{/Control}')
  expect(callsOf('posts.restore')).toEqual([])
})

test('what can’t be taken back any more says why', async () => {
  serve({ 'posts.restore': () => refusal(404, { message: 'Bo’s post is deleted permanently' }) })
  const user = await deleteBo()
  await screen.findByText('Post deleted')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Bo’s post is deleted permanently')).toBeDefined()
})

test('a deletion in the drawer stays at the deleted record, from which Undo or the next step lead on', async () => {
  const { user, address } = showScreen(<PostsPage />, { at: '/posts?open=Bo' })
  const drawer = await screen.findByRole('dialog', { name: 'Post by Bo' })
  await within(drawer).findByText('Words of Bo')
  await user.click(await within(drawer).findByRole('button', { name: 'Delete' }))
  expect(await within(drawer).findByRole('button', { name: 'Restore' })).toBeDefined()
  expect(within(drawer).queryByRole('button', { name: 'Delete' })).toBeNull()
  await waitFor(() => expect(address()).toBe('/posts?open=Bo'))
  await user.keyboard('{Control>}z{/Control}')
  await within(drawer).findByRole('button', { name: 'Delete' })
  await user.click(within(drawer).getByRole('button', { name: 'Delete' }))
  await within(drawer).findByRole('button', { name: 'Restore' })
  await user.click(within(drawer).getByRole('button', { name: 'Next record (n)' }))
  const heading = await screen.findByRole('heading', { name: 'Post by Cy' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('a post of nobody is called by its first 80 characters, of which none is cut', () => {
  const text = `${'a'.repeat(79)}😀b`
  expect(postDefinition.title({ _id: 'p1', text })).toBe(`${'a'.repeat(79)}😀`)
})
