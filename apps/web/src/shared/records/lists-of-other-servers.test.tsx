// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Post } from '../../api/answers/records.ts'
import { putOnTop, replaceRecord } from '../../api/record-cache.ts'
import { postDefinition } from '../../features/posts/post-definition.tsx'
import { roleDefinitions } from '../../features/roles/role-definition.tsx'
import { userDefinitions } from '../../features/users/user-definition.tsx'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { calls, callsOf, type Sent, serve } from '../../testing/server.ts'
import { lists } from '../lists/lists.ts'
import { ListPage } from './list-page.tsx'

prepareScreens()
beforeEach(() => serve({ 'categories.list': () => ({ data: [] }) }))

const post = (n: number) => ({
  _id: `p${n}`,
  text: n % 2 ? `Odd market ${n}` : `Even ${n}`,
  author: { _id: n % 2 ? 'ada' : 'bob', name: n % 2 ? 'Ada' : 'Bob' },
  likeCount: n,
})
const posts = (count: number) => Array.from({ length: count }, (_, index) => post(index + 1))
const show = (at = '/posts') =>
  showScreen(<ListPage definition={postDefinition} drawer={() => null} />, { at })
const range = (text: string) => screen.findByText(text)
const pageOf = (all: object[], { query }: Sent, limit = Number(query['limit'])) =>
  all.slice((Number(query['page']) - 1) * limit, Number(query['page']) * limit)

test('a whole list is asked for once: it is paged, searched and sorted here', async () => {
  serve({ 'posts.list': () => ({ data: { posts: posts(60) } }) })
  const { user } = show()
  await range('1–25 of 60')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await range('26–50 of 60')
  await user.type(screen.getByRole('textbox', { name: /^Search/ }), 'MARKET')
  await range('1–25 of 30')
  await user.click(screen.getByRole('button', { name: 'Likes' }))
  await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('market 59'))
  expect(callsOf('posts.list')).toHaveLength(1)
})

test('a search over roles is asked of the server all the same, with only the name', async () => {
  const roles = ['Editor', 'Moderator'].map((name, n) => ({ _id: `r${n}`, name }))
  serve({ 'roles.list': () => ({ data: roles }) })
  const { user } = showScreen(<ListPage definition={roleDefinitions.roles} drawer={() => null} />, {
    at: '/roles',
  })
  await range('1–2 of 2')
  await user.type(screen.getByRole('textbox', { name: /^Search/ }), 'edit')
  await range('1–1 of 1')
  await waitFor(() => expect(callsOf('roles.list').at(-1)?.query).toEqual({ name: 'edit' }))
})

test('records that tell only their ids are searched by those, and filtered by nothing', async () => {
  serve({ 'posts.list': () => ({ data: { posts: posts(3).map(({ _id }) => ({ _id })) } }) })
  const { user } = show()
  await range('1–3 of 3')
  expect(screen.queryByRole('button', { name: /Category|Created/ })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /^Search/ }), 'p2')
  await range('1–1 of 1')
})

test('a server that pages, but passes over a filter: all is fetched and filtered here', async () => {
  serve({
    'posts.list': (sent) => ({
      data: { posts: pageOf(posts(120), sent), total: 120, page: sent.query['page'] },
    }),
  })
  show('/posts?author=%5B%22ada%22%5D')
  await range('1–25 of 60')
  expect(screen.queryAllByText(/Even/)).toEqual([])
})

test('one that passes over a search is found out by its total', async () => {
  serve({ 'posts.list': (sent) => ({ data: { posts: pageOf(posts(120), sent), total: 120 } }) })
  show('/posts?search=market')
  await range('1–25 of 60')
})

test('one that searches in more than can be seen here is believed', async () => {
  serve({
    'posts.list': ({ query }) =>
      query['search']
        ? { data: { posts: posts(3), total: 3 } }
        : { data: { posts: posts(25), total: 500 } },
  })
  show('/posts?search=elsewhere')
  await range('1–3 of 3')
  await waitFor(() => expect(callsOf('posts.list')).toHaveLength(2))
  expect(screen.getByText('1–3 of 3')).toBeDefined()
})

test('what is shown before the server has answered is no proof against it', async () => {
  serve({ 'posts.list': () => ({ data: { posts: posts(25).reverse(), total: 500 } }) })
  const { client } = show('/posts?sort=-likeCount')
  await screen.findByText('Even 2')
  putOnTop(client, 'posts', 'posts.list', 'new', { _id: 'new', text: 'New one', likeCount: 0 })
  replaceRecord<Post>(client, 'posts', 'p20', { likeCount: 0 })
  expect(await screen.findByText('New one')).toBeDefined()
  expect(screen.queryByText(/can’t sort/)).toBeNull()
  expect(callsOf('posts.list')).toHaveLength(1)
})

test('where there are too many to fetch, a page is filtered and it is said', async () => {
  serve({ 'posts.list': (sent) => ({ data: { posts: pageOf(posts(5000), sent), total: 5000 } }) })
  show('/posts?author=%5B%22ada%22%5D')
  expect(
    await screen.findByText(
      'This server can’t filter by author. Of the 25 rows on this page, 13 match.',
    ),
  ).toBeDefined()
  expect(screen.queryAllByText(/Even/)).toEqual([])
  expect(callsOf('posts.list')).toHaveLength(1)
})

test('a server that goes by rows passed over is asked in its words', async () => {
  serve({
    'posts.list': ({ query }) => {
      const [skip, limit] = [Number(query['skip'] ?? 0), Number(query['limit'])]
      return { data: { posts: posts(60).slice(skip, skip + limit), total: 60, skip, limit } }
    },
  })
  const { user } = show()
  await range('1–25 of 60')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Even 26')
  await range('26–50 of 60')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await range('51–60 of 60')
  expect(calls.at(-1)?.query).toMatchObject({ skip: '50', limit: '25' })
})

test('one that pages and says nothing of it is read to its end', async () => {
  serve({ 'posts.list': (sent) => ({ data: { posts: pageOf(posts(130), sent) } }) })
  show()
  await range('1–25 of 130')
})

test('members are members, whatever the list of users holds', async () => {
  const user = (n: number) => ({
    id: `u${n}`,
    name: `Person ${n}`,
    type: n % 2 ? 'admin' : 'member',
  })
  serve({
    'users.list': () => ({ data: { users: Array.from({ length: 8 }, (_, n) => user(n)) } }),
  })
  showScreen(<ListPage definition={userDefinitions.members} drawer={() => null} />, {
    at: '/members',
  })
  await range('1–4 of 4')
  expect(screen.queryByText('Person 1')).toBeNull()
})

test('a page further on is judged by the first one, too', async () => {
  const users = Array.from({ length: 70 }, (_, n) => ({
    id: `u${n}`,
    name: `Person ${n}`,
    type: n < 10 ? 'admin' : 'member',
  }))
  serve({ 'users.list': (sent) => ({ data: { users: pageOf(users, sent), total: 70 } }) })
  showScreen(<ListPage definition={userDefinitions.members} drawer={() => null} />, {
    at: '/members?page=2',
  })
  await range('26–50 of 60')
})

test('a person’s list shows nobody else’s, and says where nobody can tell', async () => {
  const list = { ...lists.posts, fixed: { author: 'ada' }, narrowsHere: true }
  const own = () =>
    showScreen(<ListPage definition={{ ...postDefinition, list }} drawer={() => null} />, {
      at: '/of-ada',
    })
  serve({ 'posts.list': () => ({ data: { posts: posts(6) } }) })
  own()
  await range('1–3 of 3')
  serve({ 'posts.list': () => ({ data: { posts: posts(6).map(({ _id }) => ({ _id })) } }) })
  own()
  expect(await screen.findByText('Can’t tell whose posts these are')).toBeDefined()
})
