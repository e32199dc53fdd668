import { callServer, tokenOf } from './lib/accounts.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, test } from './lib/steward.ts'

interface ReadPost {
  _id: string
  author: { _id: string; name: string } | null
}

/** Asks the server for something as the owner. */
async function ask<T>(
  server: Server,
  name: 'posts.list' | 'posts.details' | 'users.details',
  given: object,
): Promise<T> {
  const token = await tokenOf(server, server.owner)
  return (await callServer(server, name, { token, ...given })) as T
}

/** Authors of some posts who can still be deactivated, each with the first post that they wrote. */
async function activeAuthors(server: Server, posts: readonly ReadPost[]) {
  const found = new Map<string, string>()
  for (const { _id, author } of posts) {
    if (!author || [...found.values()].includes(author._id)) continue
    const user = await ask<{ type: string; status: string }>(server, 'users.details', {
      params: { id: author._id },
    })
    if (user.type === 'member' && user.status === 'active') found.set(_id, author._id)
  }
  return found
}

test('a hundred posts are read, ten deleted and five authors deactivated in 250 keys', async ({
  page,
  server,
}) => {
  const { posts } = await ask<{ posts: ReadPost[] }>(server, 'posts.list', {
    query: { limit: '100' },
  })
  const deleting = new Set(posts.filter((_, at) => at % 10 === 4).map(({ _id }) => _id))
  const authors = await activeAuthors(
    server,
    posts.filter(({ _id }, at) => at % 10 === 7 && !deleting.has(_id)),
  )
  const deactivating = new Map([...authors].slice(0, 5))
  expect([deleting.size, deactivating.size]).toEqual([10, 5])

  await openAs(page, server, '/posts')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('j')
  await press('Enter')
  const read: string[] = []
  for (const { _id } of posts) {
    // The place is never lost: what opens is the next one, with its text, and the list names it.
    await expect(page).toHaveURL(new RegExp(`[?&]open=${_id}`))
    await expect(openRecord(page).getByText(_id)).toBeVisible()
    await expect(page.locator(`tr[data-row="${_id}"][data-opened]`)).toBeVisible()
    read.push(_id)
    if (deactivating.has(_id)) {
      await press('u')
      await expect(page.getByText(/is inactive$/).last()).toBeVisible()
    }
    if (deleting.has(_id)) await press('d')
    else if (read.length < posts.length) await press('j')
  }
  expect(new Set(read).size).toBe(100)
  expect(keys).toBeLessThanOrEqual(250)

  for (const id of deleting) {
    const post = await ask<{ deletedAt: string | null }>(server, 'posts.details', {
      params: { id },
    })
    expect(post.deletedAt).not.toBeNull()
  }
  for (const id of deactivating.values()) {
    const user = await ask<{ status: string }>(server, 'users.details', { params: { id } })
    expect(user.status).toBe('inactive')
  }
})
