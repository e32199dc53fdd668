import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { type Heard, listen } from '../../testing/live-stream.ts'
import { atScale } from '../../testing/scale.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { sealEntries } from '../audit-log/seals.store.ts'

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe.each(oneEngine)('whoever comes again on %s', (engine) => {
  let app: TestApp
  let url: string
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    url = await app.app.listen({ port: 0, host: '127.0.0.1' })
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  /** What was done to which record, of the areas that are written to. */
  const namesOf = (heard: readonly Heard[]) =>
    heard
      .filter(({ data }) => ['bills', 'posts', 'tasks'].includes(data.area ?? ''))
      .flatMap(({ data }) => (data.ids ?? []).map((id) => `${data.action} ${id}`))

  test('is told all that was missed, in the same order as everybody else, and nothing twice', async () => {
    const cuts = fc.record({
      // Milliseconds for which the reader listens, and then is away.
      pauses: fc.array(fc.tuple(fc.nat(120), fc.nat(300)), { minLength: 4, maxLength: 10 }),
      writers: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(cuts, async ({ pauses, writers }) => {
        // Others are told all the while.
        const others = await Promise.all([1, 2, 3].map(() => listen(url, token)))
        const [whole] = others
        const heard: Heard[] = []
        let last = ''
        await expect.poll(() => whole?.state.welcome).toBeDefined()
        last = whole?.state.welcome?.id ?? ''
        let writing = true
        const written: string[] = []
        const write = async (at: number) => {
          for (let n = 0; writing; n += 1) {
            const area = (['bills', 'posts', 'tasks'] as const)[(at + n) % 3] ?? 'bills'
            const [id = ''] = await create(app.db, area, {})
            written.push(`create ${id}`)
            if (area !== 'tasks' && n % 3 === 0) {
              await app.call(`${area}.delete`, { token, params: { id } })
              written.push(`delete ${id}`)
            }
            await sleep(n % 5)
          }
        }
        const working = Array.from({ length: writers }, (_, at) => write(at))
        const hear = async (ms: number) => {
          const stream = await listen(url, token, last)
          await sleep(ms)
          await stream.close()
          heard.push(...stream.heard)
          last = stream.heard.at(-1)?.id ?? last
        }
        for (const [on, off] of pauses) {
          await hear(on)
          await sleep(off)
        }
        writing = false
        await Promise.all(working)
        const expected = () => namesOf(whole?.heard ?? [])
        await expect.poll(() => expected().length, { timeout: 20_000 }).toBe(written.length)
        expect([...expected()].sort()).toEqual([...written].sort())
        const final = await listen(url, token, last)
        await expect
          .poll(
            () =>
              heard.length + final.heard.length > 0 && namesOf([...heard, ...final.heard]).length,
            {
              timeout: 20_000,
            },
          )
          .toBe(written.length)
        await final.close()
        heard.push(...final.heard)
        expect(heard.filter(({ event }) => event === 'reset')).toEqual([])
        expect(namesOf(heard)).toEqual(expected())
        for (const other of others) await other.close()
      }),
      { numRuns: atScale ? 12 : 2, endOnFailure: true },
    )
  })

  const placeNow = async () => {
    const stream = await listen(url, token)
    await expect.poll(() => stream.state.welcome).toBeDefined()
    await stream.close()
    return stream.state.welcome?.id ?? ''
  }

  test('is told what many seals hold', async () => {
    const before = await placeNow()
    const ids: string[] = []
    for (let n = 0; n < 30; n += 1) {
      ids.push(...(await create(app.db, 'events', {})))
      await sealEntries(app.db, 100)
    }
    const back = await listen(url, token, before)
    const told = () =>
      back.heard.filter(({ data }) => data.area === 'events').flatMap(({ data }) => data.ids ?? [])
    await expect.poll(told, { timeout: 10_000 }).toEqual(ids)
    expect(back.heard.filter(({ event }) => event === 'reset')).toEqual([])
    await back.close()
  })

  test('is told to load everything anew where more than 5,000 entries were missed, and what comes then', async () => {
    const before = await placeNow()
    await create(app.db, 'polls', ...Array.from({ length: 5_001 }, () => ({})))
    while ((await sealEntries(app.db, 2_000)) > 0 || (await unsealed()) > 0) await sleep(20)
    const back = await listen(url, token, before)
    await expect.poll(() => back.heard.map(({ event }) => event)).toEqual(['reset'])
    const [poll = ''] = await create(app.db, 'polls', {})
    await expect.poll(() => back.heard.at(-1)?.data.ids, { timeout: 10_000 }).toEqual([poll])
    await back.close()
    // From the reset it goes on.
    const again = await listen(url, token, back.heard[0]?.id)
    await expect.poll(() => again.heard.map(({ data }) => data.ids)).toEqual([[poll]])
    await again.close()
  })

  const unsealed = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_entries
      where id not in (select unnest(entries) from audit_seals)`.execute(app.db)
    return rows[0]?.n ?? 0
  }
})
