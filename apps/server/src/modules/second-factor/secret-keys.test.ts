import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../../config.ts'
import { openConnection } from '../../db/connection/connection.ts'
import { OperatorError } from '../../operator-error.ts'
import { codeOf, type Staff, signInAs, turnOnTotp } from '../../testing/accounts.ts'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { claimSecretKey } from './secret-keys.service.ts'

// A code holds for 30 seconds: the clock stands still, so that none ends within a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

const first = 'the first secret key, which is long enough'
const second = 'the second secret key, which is long enough'
const third = 'the third secret key, which is long enough'

describe.each(oneEngine)('two secret keys on %s', (engine) => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(engine, { secretKey: first })
  })
  afterAll(() => t.dispose())

  type Keys = Partial<Pick<Config, 'secretKey' | 'previousSecretKey'>>
  const claim = async (keys: Keys) => {
    const connection = await openConnection(t.config, { share: true })
    try {
      await claimSecretKey(connection, { ...t.config, secretKey: undefined, ...keys })
    } finally {
      await connection.close()
    }
  }
  const secrets = (action: string, keys: Keys) =>
    runCommand({ ...t.config, secretKey: undefined, ...keys }, ['secrets', action])
  const loginAt =
    (call: TestApp['call'], { email, password }: Staff) =>
    async (code: string) =>
      (await call('session.login', { body: { email, password, code } })).status

  let person: Staff
  let key: string
  let recoveryCodes: string[]

  test('class: instances that each made a key of their own: the second is refused', async () => {
    person = await signInAs(t, [])
    ;({ key, recoveryCodes } = await turnOnTotp(t, person.token, person.password))
    // A database of before knows no key: it takes the one that its secrets open with.
    await expect(claim({ secretKey: second })).rejects.toThrow(OperatorError)
    await expect(claim({})).rejects.toThrow(/no SECRET_KEY is set/)
    await claim({ secretKey: first })
    await claim({ secretKey: first })
    await expect(claim({ secretKey: second })).rejects.toThrow(/SECRET_KEY_PREVIOUS/)
    // With both, on the way to the new one, whichever of them encrypts.
    await claim({ secretKey: first, previousSecretKey: second })
    await claim({ secretKey: second, previousSecretKey: first })
  })

  test('what the previous key encrypted opens beside the new one, and without it after a rotation', async () => {
    const both = await t.another({ secretKey: second, previousSecretKey: first })
    expect(await loginAt(both, person)(codeOf(key))).toBe(200)
    expect(await loginAt(both, person)(recoveryCodes[0] ?? '')).toBe(200)

    // Secrets of both keys, and one that is being set up.
    const newer = await signInAs({ ...t, call: both }, [])
    const newerTotp = await turnOnTotp({ ...t, call: both }, newer.token, newer.password)
    const halfway = await signInAs(t, [])
    const { password } = halfway
    await t.call('secondFactor.startTotp', { token: halfway.token, body: { password } })

    expect(await secrets('rotate', { secretKey: second })).toMatchObject({
      code: 1,
      err: expect.stringContaining('SECRET_KEY_PREVIOUS'),
    })
    const keys = { secretKey: second, previousSecretKey: first }
    const rotated = await secrets('rotate', keys)
    expect(rotated).toMatchObject({ code: 0, err: '' })
    expect(rotated.out).toMatch(/^2 secrets are encrypted with the present key now\.\n/)
    expect(rotated.out + rotated.err).not.toMatch(/long enough/)
    expect((await secrets('rotate', keys)).out).toMatch(/^0 secrets /)

    vi.setSystemTime(Date.now() + 60_000)
    const alone = await t.another({ secretKey: second })
    expect(await loginAt(alone, person)(codeOf(key))).toBe(200)
    expect(await loginAt(alone, person)(recoveryCodes[1] ?? '')).toBe(200)
    expect(await loginAt(alone, person)(recoveryCodes[1] ?? '')).toBe(401)
    expect(await loginAt(alone, newer)(newerTotp.recoveryCodes[0] ?? '')).toBe(200)
    await claim({ secretKey: second })
    await expect(claim({ secretKey: first })).rejects.toThrow(/another key than SECRET_KEY/)
  })

  test('recovery codes outlive a second rotation', async () => {
    await claim({ secretKey: third, previousSecretKey: second })
    const rotated = await secrets('rotate', { secretKey: third, previousSecretKey: second })
    expect(rotated.out).toMatch(/^3 secrets /)
    const alone = await t.another({ secretKey: third })
    expect(await loginAt(alone, person)(recoveryCodes[2] ?? '')).toBe(200)
    // Later than the code that the test before used up.
    vi.setSystemTime(Date.now() + 180_000)
    expect(await loginAt(alone, person)(codeOf(key))).toBe(200)
  })

  test('a lost key: another one is adopted, after which the server starts', async () => {
    await expect(claim({ secretKey: first })).rejects.toThrow(/steward secrets adopt/)
    expect((await secrets('adopt', { secretKey: first })).code).toBe(0)
    await claim({ secretKey: first })
    const rotated = await secrets('rotate', { secretKey: first, previousSecretKey: second })
    expect(rotated).toMatchObject({
      code: 3,
      out: expect.stringMatching(/3 secrets open with neither/),
    })
    expect(await secrets('spin', {})).toMatchObject({ code: 2 })
  })

  test('class: a write sent again across the change of the key', async () => {
    const { token } = await t.signIn('owner')
    const call = {
      token,
      body: { title: 'Once' },
      headers: { 'idempotency-key': 'across the change' },
    }
    const made = await t.call('tasks.create', call)
    expect(made.status).toBe(201)
    const both = await t.another({ secretKey: second, previousSecretKey: first })
    const again = await both('tasks.create', call)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(made.body)
  })
})
