import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translatorIn } from '../../languages.ts'
import { callFrom, goodPassword, signInAs } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { claimingPng, form, redAndBlue } from '../../testing/pictures.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('the own profile on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url })
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  test('shows and changes the own name, and nothing else', async () => {
    const { token, id } = await signInAs(t, [])
    const own = await t.call('profile.own', { token })
    mustFitContract('profile.own', own.body)
    expect(own.body.data._id).toBe(id)
    const { status, body } = await t.call('profile.update', {
      token,
      body: {
        name: '  Ada Lovelace ',
        version: own.body.data.version,
        email: 'other@example.com',
        status: 'inactive',
        role: null,
        type: 'member',
      },
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...own.body.data,
      name: 'Ada Lovelace',
      version: own.body.data.version + 1,
      updatedAt: body.data.updatedAt,
      lastActiveAt: body.data.lastActiveAt,
    })
    const stale = await t.call('profile.update', {
      token,
      body: { name: 'Late', version: own.body.data.version },
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'out_of_date'])
    expect(stale.body.data.name).toBe('Ada Lovelace')
  })

  test('keeps how a person reads, for them alone and without a trace in the audit log', async () => {
    const { token } = await signInAs(t, [])
    const other = await signInAs(t, [])
    const preferences = async (of: string) =>
      (await t.call('profile.preferences', { token: of })).body.data
    expect(await preferences(token)).toEqual({})
    const set = await t.call('profile.setPreferences', {
      token,
      body: { language: 'ar', timeZone: 'Asia/Amman', firstDay: 7, hours: 12, numbers: 'de-CH' },
    })
    mustFitContract('profile.setPreferences', set.body)
    const chosen = { language: 'de', timeZone: null }
    await t.call('profile.setPreferences', { token, body: chosen })
    const kept = { ...set.body.data, ...chosen }
    expect(await preferences(token)).toEqual(kept)
    expect(await preferences(other.token)).toEqual({})
    const own = await t.call('profile.own', { token })
    expect(own.body.data.version).toBe(1)
  })

  test.each([
    ['language', 'German!'],
    ['timeZone', 'Mars/Olympus'],
    ['firstDay', 2],
    ['hours', 13],
    ['numbers', 'xx'],
  ])('refuses a preference that is none: %s %j', async (name, value) => {
    const { token } = await signInAs(t, [])
    const { status, body } = await t.call('profile.setPreferences', {
      token,
      body: { [name]: value },
    })
    expect([status, body.errors?.[0].path]).toEqual([422, name])
  })

  test('sets, changes and removes the own picture, and no other person’s', async () => {
    const { token, id } = await signInAs(t, [])
    const other = await signInAs(t, [])
    const picture = await redAndBlue(300, 200).png().toBuffer()
    const send = (fields: Parameters<typeof form>[0]) =>
      t.call('profile.image', { token, form: form(fields) })
    const set = await send({ image: picture, id: other.id, _id: other.id, name: 'Not saved' })
    expect(set.status).toBe(200)
    mustFitContract('profile.image', set.body)
    expect(set.body.data).toMatchObject({ _id: id, version: 2 })
    expect(set.body.data.image).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    expect(set.body.data.name).not.toBe('Not saved')
    const served = await t.app.inject(set.body.data.image)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    const own = await t.call('profile.own', { token })
    expect(own.body.data.image).toBe(set.body.data.image)
    const changed = await send({ image: await redAndBlue(80, 80).png().toBuffer() })
    expect(changed.body.data.image).not.toBe(set.body.data.image)
    const removed = await t.call('profile.image', { token, body: { image: null } })
    expect([removed.status, removed.body.data.image]).toEqual([200, null])
    const again = await send({ image: '' })
    expect([again.status, again.body.data.version]).toEqual([200, removed.body.data.version])
    expect((await t.call('profile.own', other)).body.data.image).toBeNull()
  })

  test('a picture that can’t be used is refused at its field, and the one there is stays', async () => {
    const { token } = await signInAs(t, [])
    const picture = await redAndBlue(80, 80).png().toBuffer()
    const { body } = await t.call('profile.image', { token, form: form({ image: picture }) })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    const refusals: [Parameters<TestApp['call']>[1], number][] = [
      [{ form: form({ image: svg }) }, 415],
      [{ form: form({ image: picture.subarray(0, 90) }) }, 422],
      [{ form: form({ image: claimingPng(30_000, 30_000) }) }, 422],
      [{ form: form({ image: Buffer.concat([picture, Buffer.alloc(5 * 1_048_576)]) }) }, 413],
      [{ form: form({ image: 'https://elsewhere.example/x.png' }) }, 422],
      [{ body: { image: '/uploads/somebody-elses.webp' } }, 422],
      [{ body: { image: true } }, 422],
      [{ body: {} }, 422],
    ]
    for (const [sent, expected] of refusals) {
      const refused = await t.call('profile.image', { token, ...sent })
      expect([refused.status, refused.body.errors[0].path]).toEqual([expected, 'image'])
    }
    const own = await t.call('profile.own', { token })
    expect(own.body.data.image).toBe(body.data.image)
  })

  test('changes the password for who knows the old one, and ends the other sessions', async () => {
    const person = await signInAs(t, [])
    const { token, email, password } = person
    const other = (await t.call('session.login', { body: { email, password } })).body.data.token
    const change = (currentPassword: unknown, next: unknown) =>
      t.call('profile.changePassword', { token, body: { currentPassword, password: next } })
    const wrong = await change('not it', goodPassword)
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'currentPassword'])
    for (const bad of ['short', 'password123', password]) {
      const { status, body } = await change(password, bad)
      expect([status, body.errors[0].path]).toEqual([422, 'password'])
    }
    const { status, body } = await change(password, goodPassword)
    expect([status, body.data]).toEqual([200, { ended: 1 }])
    expect((await t.call('profile.own', { token })).status).toBe(200)
    expect((await t.call('profile.own', { token: other })).status).toBe(401)
    expect((await t.call('session.login', { body: { email, password } })).status).toBe(401)
    const now = { email, password: goodPassword }
    expect((await t.call('session.login', { body: now })).status).toBe(200)
    await mailbox.take(email, /password has been changed/)
  })

  test('mails a person in the language that they have chosen', async () => {
    const { token, email, password } = await signInAs(t, [])
    await t.call('profile.setPreferences', { token, body: { language: 'ar' } })
    const body = { currentPassword: password, password: goodPassword }
    await t.call('profile.changePassword', { token, body })
    const arabic = translatorIn('ar')
    const subject = arabic.t('Your password has been changed')
    const mail = await mailbox.take(email, new RegExp(`^${subject}$`))
    expect(mail.text).toContain(arabic.t('Sign in'))
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
  })

  test('two changes of the password at once come to one', async () => {
    const { token, email, password } = await signInAs(t, [])
    const answers = await Promise.all(
      [1, 2, 3].map((i) =>
        t.call('profile.changePassword', {
          token,
          body: { currentPassword: password, password: `${goodPassword} ${i}` },
        }),
      ),
    )
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [i + 1] : []))
    expect(won).toHaveLength(1)
    const next = { email, password: `${goodPassword} ${won[0]}` }
    expect((await t.call('session.login', { body: next })).status).toBe(200)
  })

  test('lists where the person is signed in, and ends one or all others', async () => {
    const { token, email, password } = await signInAs(t, [])
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    const from = (ip: string) =>
      callFrom(t, ip, 'session.login', { email, password }, { 'user-agent': firefox })
    const second = (await from('192.0.2.1')).body.data.token
    const third = (await from('192.0.2.2')).body.data.token
    const listed = await t.call('profile.sessions', { token })
    mustFitContract('profile.sessions', listed.body)
    const { sessions } = listed.body.data
    expect(sessions).toHaveLength(3)
    expect(sessions.filter((each: { current: boolean }) => each.current)).toHaveLength(1)
    const there = sessions.find((each: { ip: string }) => each.ip === '192.0.2.1')
    expect(there).toMatchObject({ device: 'Firefox on Windows', current: false })

    const stranger = await signInAs(t, 'owner')
    const foreign = await t.call('profile.endSession', {
      token: stranger.token,
      params: { id: there._id },
    })
    expect(foreign.status).toBe(404)
    const ended = await t.call('profile.endSession', { token, params: { id: there._id } })
    expect(ended.status).toBe(200)
    expect((await t.call('profile.own', { token: second })).status).toBe(401)
    expect((await t.call('profile.own', { token: third })).status).toBe(200)
    for (const id of [there._id, 'x', '%00']) {
      expect((await t.call('profile.endSession', { token, params: { id } })).status).toBe(404)
    }
    const others = await t.call('profile.endOtherSessions', { token })
    expect(others.body.data).toEqual({ ended: 1 })
    expect((await t.call('profile.own', { token: third })).status).toBe(401)
    expect((await t.call('profile.own', { token })).status).toBe(200)
    expect((await t.call('profile.own', { token: stranger.token })).status).toBe(200)
  })

  test('each call needs a session', async () => {
    for (const name of [
      'profile.own',
      'profile.update',
      'profile.image',
      'profile.changePassword',
      'profile.sessions',
      'profile.endOtherSessions',
      'profile.endSession',
      'secondFactor.own',
      'secondFactor.startTotp',
      'secondFactor.confirmTotp',
      'secondFactor.removeTotp',
      'secondFactor.newRecoveryCodes',
      'secondFactor.passkeyOptions',
      'secondFactor.addPasskey',
      'secondFactor.renamePasskey',
      'secondFactor.removePasskey',
      'secondFactor.ofUser',
      'secondFactor.clear',
      'accounts.listWaiting',
      'accounts.approve',
      'accounts.decline',
      'accounts.invite',
      'roles.updateSecurity',
    ] as const) {
      const { status, body } = await t.call(name, { params: { id: 'x' }, body: {} })
      expect([name, status, body.code]).toEqual([name, 401, 'no_session'])
    }
  })
})
