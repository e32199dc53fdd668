import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import { Failure, notFound } from '../../http/failure.ts'
import type { Idempotency, SentAnswer } from '../../http/idempotency.ts'
import { newId } from '../../ids.ts'
import { openSecrets, type Secrets } from '../../secrets.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { atScale } from '../../testing/scale.ts'
import { openIdempotency } from './idempotency.service.ts'
import { findKept } from './idempotency.store.ts'

const actor = { system: 'setup' } as const
const person = randomUUID()

describe.each(oneEngine)('requests with one key that meet on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  let secrets: Secrets
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
    secrets = await openSecrets(database.config)
  })
  afterAll(() => database.dispose())

  /** What one server does; two of them know of each other by the database alone. */
  const server = (firstMs = 10_000, answerMs = 30) =>
    openIdempotency(db, secrets, () => {}, { firstMs, answerMs })
  const add = (title: string, inside: (tx: Db) => Promise<unknown> = async () => {}) =>
    write(db, actor, async ({ tx, insert }) => {
      const row = { id: newId(), title, description: null, assignee_id: null, due_at: null }
      await insert('tasks', [row])
      await inside(tx)
      return { status: 201, text: JSON.stringify(row.id) }
    })
  const countOf = async (title: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from tasks where title = ${title}`.execute(db)
    return rows[0]?.n ?? 0
  }
  const once = (by: Idempotency, title: string, work: () => Promise<SentAnswer>) =>
    by.once({ person, key: title, call: 'bills.update', content: title }, work)
  const codeOf = (error: unknown) => (error instanceof Failure ? error.code : String(error))

  /** What may become of a request: it ends well, or somebody ends it at a bad moment. */
  const fates = {
    done: (title: string) => add(title),
    'refused before the change': async () => {
      throw new Error('refused')
    },
    'failed within the change': (title: string) =>
      add(title, async () => {
        throw new Error('failed')
      }),
    'cut off after the change': async (title: string) => {
      await add(title)
      throw new Error('cut off')
    },
    'done in two changes': async (title: string) => {
      await write(db, actor, async () => {})
      return await add(title)
    },
  }
  const changes = new Set(['done', 'cut off after the change', 'done in two changes'])
  type Fate = keyof typeof fates

  test('no interleaving of retries makes a record twice, or loses one', async () => {
    const request = fc.record({
      act: fc.nat(1),
      by: fc.nat(1),
      fate: fc.constantFrom(...(Object.keys(fates) as Fate[])),
      after: fc.nat(4),
    })
    const waves = fc.array(fc.array(request, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(waves, async (waves) => {
        const servers = [server(), server()]
        const titles = [randomUUID(), randomUUID()]
        const seen = titles.map(() => new Set<string>())
        for (const wave of waves) {
          const answers = wave.map(async ({ act, by, fate, after }) => {
            await new Promise((go) => setTimeout(go, after))
            const title = titles[act] ?? ''
            const answer = once(servers[by] as Idempotency, title, () => fates[fate](title))
            await answer.then(
              ({ text }) => seen[act]?.add(text),
              (error) => expect(codeOf(error)).toMatch(/already_done|refused|failed|cut off/),
            )
          })
          await Promise.all(answers)
        }
        const tried = titles.map((_, act) => waves.flat().filter((each) => each.act === act))
        const made = tried.map((tries) => (tries.some(({ fate }) => changes.has(fate)) ? 1 : 0))
        expect(await Promise.all(titles.map(countOf))).toEqual(made)
        for (const answers of seen) expect(answers.size).toBeLessThanOrEqual(1)
      }),
      { numRuns: atScale ? 100 : 15, endOnFailure: true },
    )
  }, 240_000)

  test('no request is refused where it can’t be known whether another made its change', async () => {
    const title = randomUUID()
    const table = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
    const refused = once(server(), title, async () => {
      const other = server()
      await once(other, title, () => add(title))
      await other.settled() // its answer is kept
      await table('idempotency_keys', 'away')
      throw notFound('There is no such task.')
    })
    const error = await refused.catch((error) => error)
    await table('away', 'idempotency_keys')
    expect(error).not.toBeInstanceOf(Failure)
    const again = await once(server(), title, () => add(title))
    expect(again.replayed).toBe(true)
  })

  test('the second waits for the first for a bounded time, and may ask again', async () => {
    const title = randomUUID()
    const one = server(150)
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const first = once(one, title, async () => {
      await held
      return await add(title)
    })
    const early = await once(one, title, () => add(title)).catch((error) => error)
    go()
    expect([codeOf(early), early.status, early.retryAfter]).toEqual(['in_progress', 409, 2])
    await first
    expect((await once(one, title, () => add(title))).replayed).toBe(true)
    expect(await countOf(title)).toBe(1)
  })

  // The embedded engine has one server alone, and one transaction at a time.
  test.runIf(engine === 'postgresql')('so does one on another server', async () => {
    const title = randomUUID()
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    let begun = () => {}
    const inside = new Promise<void>((resolve) => {
      begun = resolve
    })
    const first = once(server(), title, () =>
      add(title, async () => {
        begun()
        await held
      }),
    )
    await inside
    const other = server(150)
    const early = await once(other, title, () => add(title)).catch((error) => error)
    const patient = once(server(), title, () => add(title))
    go()
    expect([codeOf(early), early.retryAfter]).toEqual(['in_progress', 2])
    expect(await patient).toMatchObject({ replayed: true, text: (await first).text })
    expect(await countOf(title)).toBe(1)
  })

  test('only the wait for a key is bounded, not the locks of the change', async () => {
    const title = randomUUID()
    const settings: string[] = []
    const look = async (tx: Db) => {
      const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)
      settings.push(rows[0]?.lock_timeout ?? '')
    }
    await once(server(), title, () => add(title, look))
    await add(title, look)
    expect(settings[0]).toBe(settings[1])
  })

  test('a change that runs again after a deadlock is claimed by its last run', async () => {
    const title = randomUUID()
    let runs = 0
    const { replayed } = await once(server(), title, () =>
      add(title, async (tx) => {
        runs += 1
        if (runs > 1) return
        await sql`do $$ begin raise exception using errcode = '40P01', message = 'on purpose'; end $$`.execute(
          tx,
        )
      }),
    )
    expect([replayed, runs, await countOf(title)]).toEqual([false, 2, 1])
    expect((await once(server(), title, () => add(title))).replayed).toBe(true)
  })

  test('what goes on behind the answer is no part of the change', async () => {
    const title = randomUUID()
    let later: Promise<unknown> = Promise.resolve()
    await once(server(), title, async () => {
      const answer = await add(title)
      later = new Promise((go) => setTimeout(go, 50)).then(() => add(`${title} later`))
      return answer
    })
    await later
    expect((await once(server(), title, () => add(title))).replayed).toBe(true)
    expect(await countOf(`${title} later`)).toBe(1)
  })

  test('what is claimed is undone with the change', async () => {
    const title = randomUUID()
    const seen: boolean[] = []
    const failing = once(server(), title, () =>
      add(title, async (tx) => {
        const { rows } = await sql`select 1 from idempotency_keys where user_id = ${person}::uuid
          and key = sha256(${title}::bytea)`.execute(tx)
        seen.push(rows.length === 1)
        throw new Error('failed')
      }),
    )
    await expect(failing).rejects.toThrow('failed')
    const key = createHash('sha256').update(title).digest()
    expect([seen, await findKept(db, { userId: person, key })]).toEqual([[true], undefined])
  })
})
