import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPage } from '../db/list/page.ts'
import { type PostRow, postStore } from '../modules/posts/posts.store.ts'
import { citusUrl } from '../testing/citus.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { statementsOf } from '../testing/statements.ts'

describe.skipIf(!citusUrl)('a search for posts on Citus', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase('postgresql')
    const { db } = database.connection
    const many = Array.from({ length: 501 }, (_, n) => ({ name: `Annabel Nr. ${n}` }))
    const annabels = await create(db, 'users', ...many)
    const [fatima = ''] = await create(db, 'users', { name: 'Fatima Mensah' })
    await create(
      db,
      'posts',
      { text: 'Who has seen Fatima?', author_id: annabels[0] ?? '' },
      { text: 'The market opens', author_id: fatima },
      { text: 'Garden day', author_id: annabels[500] ?? '' },
    )
  })
  afterAll(() => database.dispose())

  const found = async (search: string) => {
    const query = { page: 1, limit: 25, sort: '-createdAt', search }
    let texts: string[] = []
    const statements = await statementsOf(async () => {
      const { rows, pagination } = await listPage<PostRow>(
        database.connection.db,
        postStore.listing,
        query,
        [],
      )
      expect(pagination.total).toBe(rows.length)
      texts = rows.map(({ text }) => text).sort()
    })
    const rowsOf = statements.find((text) => text.includes('author_name')) ?? ''
    return { texts, asksForPeople: rowsOf.includes('person.id from users') }
  }

  test('names the ids of few people, and no people where nobody is called so', async () => {
    expect(await found('fatima')).toEqual({
      texts: ['The market opens', 'Who has seen Fatima?'],
      asksForPeople: false,
    })
    expect(await found('garden')).toEqual({ texts: ['Garden day'], asksForPeople: false })
    expect(await found('fatima seen')).toEqual({
      texts: ['Who has seen Fatima?'],
      asksForPeople: false,
    })
    expect(await found('zzyzzyx')).toEqual({ texts: [], asksForPeople: false })
  })

  test('asks for many people, or those of two letters, by a subquery', async () => {
    const texts = ['Garden day', 'Who has seen Fatima?']
    expect(await found('annabel')).toEqual({ texts, asksForPeople: true })
    expect(await found('fa')).toEqual({
      texts: ['The market opens', 'Who has seen Fatima?'],
      asksForPeople: true,
    })
  })
})
