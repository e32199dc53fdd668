import { create } from '../../apps/server/src/testing/factories.ts'
import { type Server, withData } from '../lib/steward.ts'
import { richFields } from '../spec-only-server/record-fields.ts'
import { usualSize } from '../spec-only-server/records.ts'

/** How many records of a kind both servers hold; Steward has its owner and the owner's role beside them. */
export const sizes = { ...usualSize, admins: 1, posts: 27 } as const

/** Puts the records of the spec-only server, those fields that the journeys read, into Steward. */
export async function putRecords(server: Server): Promise<void> {
  const of = (kind: keyof typeof sizes) =>
    Array.from({ length: sizes[kind] }, (_, index) => {
      const fields = richFields(kind, index + 1)
      return {
        text: (name: string) => String(fields[name]),
        number: (name: string) => Number(fields[name]),
        // A status, a kind, a priority: words that the table's own type lists.
        word: (name: string) => fields[name] as never,
        created_at: String(fields['createdAt']),
      }
    })
  await withData(server, async (db) => {
    const people = [...of('businessUsers'), ...of('members')]
    await create(db, 'roles', ...of('roles').map(({ text }) => ({ name: text('name') })))
    await create(
      db,
      'users',
      ...people.map(({ text, word, created_at }) => ({
        name: text('name'),
        email: text('email'),
        type: word('type'),
        status: word('status'),
        shopping_feed_status: word('shoppingFeedStatus'),
        created_at,
      })),
    )
    await create(
      db,
      'events',
      ...of('events').map(({ text }) => ({ title: text('title'), starts_at: text('startsAt') })),
    )
    await create(db, 'polls', ...of('polls').map(({ text }) => ({ title: text('title') })))
    await create(
      db,
      'tasks',
      ...of('tasks').map(({ text, word }) => ({ title: text('title'), status: word('status') })),
    )
    await create(
      db,
      'bills',
      ...of('bills').map(({ text, number, word, created_at }) => ({
        number: text('number'),
        title: text('title'),
        amount: number('amount'),
        status: word('status'),
        created_at,
      })),
    )
    await create(
      db,
      'posts',
      ...of('posts').map(({ text, created_at }) => ({ text: text('text'), created_at })),
    )
    await create(
      db,
      'categories',
      ...of('categories').map(({ text, number, created_at }) => ({
        name: text('name'),
        slug: text('slug'),
        position: number('position'),
        created_at,
      })),
    )
    await create(
      db,
      'shopping_posts',
      ...of('shoppingPosts').map(({ text, number, created_at }) => ({
        title: text('title'),
        price: number('price'),
        created_at,
      })),
    )
  })
}
