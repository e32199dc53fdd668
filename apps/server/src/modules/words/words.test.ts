import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { guessMapping } from '../../importer/map/guess.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('the words of the community on %s', (engine) => {
  let app: TestApp
  let mailbox: Mailbox
  let owner: { token: string; userId: string }
  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp(engine, { smtpUrl: mailbox.url })
    owner = await app.signIn('owner')
  })
  afterAll(async () => {
    await app.dispose()
    await mailbox.close()
  })

  const read = async (token = owner.token) => {
    const { status, body } = await app.call('words.read', { token })
    expect(status).toBe(200)
    mustFitContract('words.read', body)
    return body.data
  }
  const save = (words: unknown, version?: number, token = owner.token) =>
    app.call('words.save', { token, body: { words, version } })
  const entries = async (token = owner.token) => {
    const query = { area: 'words' }
    return (await app.call('auditLog.list', { token, query })).body.data.entries
  }
  const config = async () => (await app.app.inject('/config.json')).json()

  test('are none, and stand in no page, until an owner chooses some', async () => {
    expect(await read()).toEqual({ words: {}, version: 0, mayChange: true })
    expect(await config()).toEqual({})
    const { status, body } = await save({})
    expect([status, body.data.version]).toEqual([200, 0])
    expect(await entries()).toEqual([])
  })

  test('are kept without those that are the usual ones, and told to pages and the audit log', async () => {
    const members = { member: ' neighbour ', members: 'neighbours', user: 'user' }
    const { status, body } = await save({ en: members, de: {} }, 0)
    expect(status).toBe(200)
    mustFitContract('words.save', body)
    const words = { en: { member: 'neighbour', members: 'neighbours' } }
    expect(body.data).toEqual({ words, version: 1, mayChange: true })
    expect(await config()).toEqual({ words })
    const again = await save(words)
    expect([again.status, again.body.data.version]).toEqual([200, 1])
    expect(await entries()).toMatchObject([
      {
        action: 'update',
        actor: { _id: owner.userId },
        before: { words: { en: { member: 'member', members: 'members' } } },
        after: { words },
        record: null,
      },
    ])
    expect((await save({}, 1)).body.data).toMatchObject({ words: {}, version: 2 })
    expect(await config()).toEqual({})
  })

  test('are changed by owners alone, and read by everybody signed in', async () => {
    const other = await app.signIn(named('System · Audit log · list'))
    const refused = await save({ en: { member: 'guest' } }, undefined, other.token)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    expect(await read(other.token)).toMatchObject({ words: {}, mayChange: false })
    expect(await entries(other.token)).toEqual([])
    expect((await app.call('words.read')).status).toBe(401)
  })

  test('are not saved over those that somebody else has chosen meanwhile', async () => {
    const { version } = await read()
    const both = await Promise.all([
      save({ en: { bill: 'invoice' } }, version),
      save({ en: { bill: 'fee' } }, version),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = both.find(({ status }) => status === 409)
    expect(late?.body).toMatchObject({ code: 'out_of_date', data: await read() })
    expect((await save({})).status).toBe(200)
  })

  test.each([
    ['no object', { words: [] }, 'words'],
    ['an unknown language', { words: { tlh: { member: 'x' } } }, 'words.tlh'],
    ['an unknown form', { words: { en: { nonsense: 'x' } } }, 'words.en.nonsense'],
    ['the name of a prototype', { words: { constructor: { member: 'x' } } }, 'words.constructor'],
    ['41 characters', { words: { en: { member: 'x'.repeat(41) } } }, 'words.en.member'],
    ['nothing', { words: { en: { member: '  ' } } }, 'words.en.member'],
    ['a control character', { words: { en: { member: 'a\u0007b' } } }, 'words.en.member'],
    ['two lines', { words: { en: { member: 'a\nb' } } }, 'words.en.member'],
    ['a sign that turns the text', { words: { en: { member: 'a\u202eb' } } }, 'words.en.member'],
    ['a tag', { words: { en: { member: '<b>' } } }, 'words.en.member'],
    ['a placeholder', { words: { en: { member: '{name}' } } }, 'words.en.member'],
  ])('can’t be %s', async (_, body, path) => {
    const answer = await app.call('words.save', { token: owner.token, body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ path }])
  })

  test('stand in e-mails and the headings of exports, which are read again', async () => {
    const own = { en: { payer: 'debtor', staff: 'crew' }, de: { Zahler: 'Schuldner' } }
    expect((await save(own)).status).toBe(200)
    await create(app.db, 'bills', { number: 'W-1' })
    const headed = async (language: string) => {
      const body = { area: 'bills', query: {}, columns: ['number', 'payer'], language }
      const begun = await app.call('exports.create', { token: owner.token, body })
      return (await app.app.inject(begun.body.data.url)).body.split('\r\n')[0]
    }
    expect(await headed('en')).toBe('Number,Debtor')
    expect(await headed('de')).toBe('Nummer,Schuldner')
    const { bills } = areas.imports
    for (const heading of ['Schuldner', 'Zahler']) {
      const map = guessMapping(bills, [heading], {}, () => undefined, {
        language: 'de',
        words: own,
      })
      expect(map).toEqual({ payer: heading })
    }
    const name = 'Nadia'
    const body = { name, email: 'nadia@example.com', type: 'admin' }
    expect((await app.call('users.create', { token: owner.token, body })).status).toBe(201)
    const mail = await mailbox.take('nadia@example.com', /account/)
    expect(mail.subject).toBe('Your crew account')
    expect(mail.text).toContain('has created a crew account for you')
    // What the specification and programs read stays as it is.
    const missing = await app.call('bills.update', {
      token: owner.token,
      params: { id: 'none' },
      body: { data: { fields: {} } },
    })
    expect(missing.body.message).toContain('bill')
    expect((await save({})).status).toBe(200)
  })
})
