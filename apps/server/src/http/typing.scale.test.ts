import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../load-test-data/seed.ts'
import { oneEngine } from '../testing/database.ts'
import { atScale } from '../testing/scale.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

const rows = atScale ? 1_000_000 : 3_000

/** Words of several scripts, one of an address, one that stands nowhere, and what LIKE takes for signs. */
const typed = [
  'anna silva',
  'मोहल्ला',
  '司马',
  'zzyzzyx',
  '100%_',
  ...(atScale ? ['market', 'fatima', 'example.com'] : []),
]

const lists = [
  { path: 'admin/users/list', under: 'users', table: 'users', person: null },
  { path: 'admin/post-feed', under: 'posts', table: 'posts', person: 'author_id' },
  { path: 'admin/bills', under: 'bills', table: 'bills', person: 'payer_id' },
] as const

const prefixesOf = (word: string) =>
  Array.from(word, (_, n) =>
    Array.from(word)
      .slice(0, n + 1)
      .join(''),
  )

interface Answer {
  message: string
  data: Record<string, unknown[]> & { pagination: { total: number } }
}

describe.each(oneEngine)('typing into lists of many rows on %s', (engine) => {
  let app: TestApp
  let address: string
  let headers: Record<string, string>
  beforeAll(async () => {
    app = await startTestApp(engine)
    headers = { authorization: `Bearer ${(await app.signIn('owner')).token}` }
    await seed({ db: app.db, engine }, { counts: { users: rows, posts: rows, bills: rows } })
    address = await app.app.listen({ host: '127.0.0.1', port: 0 })
  }, 1_200_000)
  afterAll(async () => {
    // Connections that were given up before they had asked anything count as busy for a minute.
    app.app.server.closeAllConnections()
    await app.dispose()
  })

  const ask = async (path: string, query: Record<string, string>, signal?: AbortSignal) => {
    const answer = await fetch(`${address}/api/${path}?${new URLSearchParams(query)}`, {
      headers,
      ...(signal && { signal }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer }
  }

  /** What an answer must be, worked out another way. */
  const counted = async ({ table, person }: (typeof lists)[number], search: string) => {
    const conditions = search
      .split(' ')
      .filter(Boolean)
      .map((word) => {
        const holds = sql`strpos(t.search, steward_fold(${word})) > 0`
        // A bill is found by its amount too.
        const costs =
          table === 'bills' && /^\d+$/.test(word)
            ? sql`or t.amount = ${word}::numeric * case t.currency
                when 'JPY' then 1 when 'KWD' then 1000 else 100 end`
            : sql``
        return person
          ? sql`(${holds} ${costs} or strpos(steward_fold(coalesce(p.name, '')), steward_fold(${word})) > 0)`
          : holds
      })
    const found = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} as t
      ${person ? sql`left join users as p on p.id = ${sql.ref(`t.${person}`)}` : sql``}
      where t.deleted_at is null and ${sql.join(conditions, sql` and `)}`.execute(app.db)
    return found.rows[0]?.n ?? 0
  }

  test.each(lists)(
    '$table: every letter finds what there is',
    async (list) => {
      for (const word of typed) {
        for (const search of prefixesOf(word).filter((prefix) => prefix.trim() === prefix)) {
          const { status, body } = await ask(list.path, { search, total: 'later' })
          expect([search, status, body.message]).toEqual([search, 200, 'OK'])
          const only = await ask(list.path, { search, total: 'only' })
          const { total } = only.body.data.pagination
          expect([search, total]).toEqual([search, await counted(list, search)])
          expect([search, body.data[list.under]?.length]).toEqual([search, Math.min(25, total)])
        }
      }
    },
    600_000,
  )

  test('sixteen who type at once, and wait for nothing but the last letter, leave nothing behind', async () => {
    const person = async (n: number) => {
      const list = lists[n % lists.length] ?? lists[0]
      for (const word of typed) {
        let before: AbortController | undefined
        for (const search of prefixesOf(word)) {
          before?.abort()
          const now = new AbortController()
          before = now
          const typing = ask(list.path, { search, total: 'later' }, now.signal)
          if (search === word) expect((await typing).status).toBe(200)
          else typing.catch(() => {})
          await new Promise((done) => setTimeout(done, 5))
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, n) => person(n)))
    const { status } = await ask('admin/users/list', {})
    expect(status).toBe(200)
    if (engine === 'embedded') return
    // To cancel a query is another call to the database, which takes its time on a busy machine.
    const running = async () => {
      const active = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and query like '%limit 26 %'`.execute(app.db)
      return active.rows
    }
    await expect.poll(running).toEqual([{ n: 0 }])
  }, 600_000)
})
