// @vitest-environment jsdom
import type { EndpointName } from '@steward/contract/calls/routes'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { claimDrafts } from '../api/browser/form-drafts.ts'
import { prepareApp, showApp } from '../testing/app.tsx'
import { fill } from '../testing/screen.tsx'
import { callsOf, held, serve } from '../testing/server.ts'

prepareApp()

/** Opens a page, and waits for a word of its records. */
async function open(at: string, word: string) {
  const shown = showApp(at)
  expect(await screen.findByText(word)).toBeDefined()
  return shown
}

/** What went out by a call: method and path, query, body. */
const sent = (name: EndpointName) =>
  callsOf(name).map(({ request, query, body }) => [request, query, body])

/** Opens a page, chooses an entry of the menu of its first record, and waits for what is said. */
async function choose(at: string, word: string, label: string, said: string) {
  const { user } = await open(at, word)
  await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0] as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: label }))
  expect(await screen.findByText(said)).toBeDefined()
}

const firstPage = { page: '1', limit: '25' }

describe('the calls of Other areas, as the tables of specification section 7 have them', () => {
  it('GET · /admin/events · data.events', async () => {
    serve({ 'events.list': () => ({ data: { events: [{ _id: 'e1', title: 'Picnic' }] } }) })
    await open('/events?filters=none', 'Picnic')
    expect(sent('events.list')).toEqual([['GET admin/events', firstPage, null]])
  })

  it('GET · /admin/poll-and-survay · data is an array', async () => {
    serve({ 'polls.list': () => ({ data: [{ _id: 'v1', title: 'Which day?' }] }) })
    await open('/polls?filters=none', 'Which day?')
    expect(sent('polls.list')).toEqual([['GET admin/poll-and-survay', firstPage, null]])
  })

  it('GET · /admin/tasks · data is an array', async () => {
    serve({ 'tasks.list': () => ({ data: [{ _id: 't1', title: 'Sweep' }] }) })
    await open('/tasks?filters=none', 'Sweep')
    expect(sent('tasks.list')).toEqual([['GET admin/tasks', firstPage, null]])
  })

  describe('feed posts', () => {
    const serveTwo = () => {
      let posts = ['p1', 'p2'].map((_id) => ({ _id, text: `Words of ${_id}` }))
      serve({
        'categories.list': () => ({ data: [] }),
        'posts.list': () => ({ data: { posts } }),
        'posts.delete': () => {
          posts = posts.slice(1)
          return { message: 'Deleted' }
        },
      })
    }

    it('GET · /admin/post-feed · data.posts', async () => {
      serveTwo()
      await open('/posts', 'Words of p1')
      expect(sent('posts.list')).toEqual([['GET admin/post-feed', firstPage, null]])
    })

    it('DELETE · /admin/post-feed/{id}', async () => {
      serveTwo()
      await choose('/posts', 'Words of p1', 'Delete', 'Deleted')
      expect(sent('posts.delete')).toEqual([['DELETE admin/post-feed/p1', {}, null]])
      expect(screen.queryByText('Words of p1')).toBeNull()
    })
  })

  describe('categories', () => {
    const serveTwo = () => {
      claimDrafts(null)
      let categories = ['Garden', 'House'].map((name) => ({ _id: name, name }))
      serve({
        'categories.list': () => ({ data: { categories } }),
        'categories.create': () => ({ data: { _id: 'c9', name: 'Attic' }, message: 'Made' }),
        'categories.update': () => ({ data: { _id: 'Garden', name: 'Park' }, message: 'Saved' }),
        'categories.delete': () => {
          categories = categories.slice(1)
          return { message: 'Deleted' }
        },
      })
    }
    const names = () =>
      screen.queryAllByRole('row').flatMap((row) => row.getAttribute('data-row') ?? [])

    it('GET · /admin/categories', async () => {
      serveTwo()
      await open('/categories', 'Garden')
      expect(sent('categories.list')[0]).toEqual(['GET admin/categories', firstPage, null])
    })

    it('POST · /admin/category', async () => {
      serveTwo()
      const { user } = await open('/categories', 'Garden')
      await user.click(screen.getByRole('button', { name: 'New category' }))
      await fill(user, 'Name', 'Attic')
      await user.click(screen.getByRole('button', { name: 'Create category' }))
      expect(await screen.findByText('Made')).toBeDefined()
      expect(sent('categories.create')).toEqual([['POST admin/category', {}, { name: 'Attic' }]])
      expect(names()).toEqual(['c9', 'Garden', 'House'])
    })

    it('PUT · /admin/category/{id}', async () => {
      serveTwo()
      const { user } = await open('/categories', 'Garden')
      await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0] as HTMLElement)
      await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
      await fill(user, 'Name', 'Park')
      await user.click(screen.getByRole('button', { name: 'Save category' }))
      expect(await screen.findByText('Saved')).toBeDefined()
      expect(sent('categories.update')).toEqual([
        ['PUT admin/category/Garden', {}, { name: 'Park' }],
      ])
    })

    it('An updated bill or category replaces the matching record. (a category)', async () => {
      serveTwo()
      const { user } = await open('/categories', 'Garden')
      await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0] as HTMLElement)
      await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
      await fill(user, 'Name', 'Meadow')
      // The list is not loaded anew before the end of the test: what stands there is the answer.
      serve({ 'categories.list': held({}).handler })
      await user.click(screen.getByRole('button', { name: 'Save category' }))
      await waitFor(() =>
        expect(document.querySelector('[data-row="Garden"]')?.textContent).toContain('Park'),
      )
      expect(names()).toEqual(['Garden', 'House'])
    })

    it('DELETE · /admin/category/{id}', async () => {
      serveTwo()
      await choose('/categories', 'Garden', 'Delete', 'Deleted')
      expect(sent('categories.delete')).toEqual([['DELETE admin/category/Garden', {}, null]])
      await waitFor(() => expect(names()).toEqual(['House']))
    })
  })

  describe('shopping posts', () => {
    const deletedAt = '2026-01-01T00:00:00Z'
    const serveOne = (more: { deletedAt: string | null }) =>
      serve({
        'categories.list': () => ({ data: [] }),
        'shoppingPosts.list': ({ query }) => ({
          data: {
            posts: Array.from({ length: 10 }, (_, index) => ({
              _id: `s${index + 1}`,
              title: index === 0 ? 'Bicycle' : 'Else',
              ...more,
            })),
            pagination: { page: Number(query['page']), limit: 10, total: 21, totalPages: 3 },
          },
        }),
        'shoppingPosts.delete': () => ({ message: 'Deleted' }),
        'shoppingPosts.restore': () => ({ message: 'Back' }),
      })

    it('GET · /admin/shopping-posts · page, limit, includeDeleted; data.posts and data.pagination', async () => {
      serveOne({ deletedAt: null })
      await open('/shopping-posts?page=2&includeDeleted=true', 'Bicycle')
      expect(sent('shoppingPosts.list')).toEqual([
        ['GET admin/shopping-posts', { page: '2', limit: '10', includeDeleted: 'true' }, null],
      ])
      expect(screen.getByText('11–20 of 21')).toBeDefined()
    })

    it('Shopping posts default to page 1 with a limit of 10.', async () => {
      serveOne({ deletedAt: null })
      await open('/shopping-posts', 'Bicycle')
      expect(sent('shoppingPosts.list')).toEqual([
        ['GET admin/shopping-posts', { page: '1', limit: '10' }, null],
      ])
    })

    it('DELETE · /admin/shopping-posts/{id}', async () => {
      serveOne({ deletedAt: null })
      await choose('/shopping-posts', 'Bicycle', 'Delete', 'Deleted')
      expect(sent('shoppingPosts.delete')).toEqual([['DELETE admin/shopping-posts/s1', {}, null]])
    })

    it('PUT · /admin/shopping-posts/{id}/restore', async () => {
      serveOne({ deletedAt })
      await choose('/shopping-posts?includeDeleted=true', 'Bicycle', 'Restore', 'Back')
      expect(sent('shoppingPosts.restore')).toEqual([
        ['PUT admin/shopping-posts/s1/restore', {}, null],
      ])
    })
  })
})
