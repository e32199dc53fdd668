import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimSecretKey } from '../../modules/second-factor/secret-keys.service.ts'
import { runCommand } from '../../testing/command-line.ts'
import { directly, oneEngine } from '../../testing/database.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { freePort } from '../../testing/process.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const secretKey = 'a secret key that is long enough to be one'

/** A proxy in front of a server, as its operator would have set it up. @param sent the headers that it sets */
async function openProxy(to: string, sent: (address: string, given?: string) => object) {
  const proxy = createServer((asked, answer) => {
    const forwarded = asked.headers['x-forwarded-for']?.toString()
    const headers = { ...asked.headers, ...sent(asked.socket.remoteAddress ?? '', forwarded) }
    const onward = request(to + asked.url, { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    asked.pipe(onward)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  return { proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

describe.each(oneEngine)('steward check on %s', (engine) => {
  const apps: TestApp[] = []
  const proxies: Server[] = []
  let t: TestApp
  let url: string
  let mailbox: Mailbox
  const serve = async (trustProxy: number | false) => {
    const app = await startTestApp(engine, { secretKey, trustProxy }, directly)
    apps.push(app)
    await claimSecretKey({ db: app.db, engine }, app.config)
    return { app, url: await app.app.listen({ port: 0, host: '127.0.0.1' }) }
  }
  beforeAll(async () => {
    mailbox = await openMailbox()
    ;({ app: t, url } = await serve(false))
  })
  afterAll(async () => {
    for (const proxy of proxies) proxy.close()
    for (const app of apps) await app.dispose()
    await mailbox.close()
  })
  const check = (settings: Record<string, string> = {}, app = t) =>
    runCommand(app.config, ['check'], '', { PUBLIC_URL: url, ...settings })

  test('prints the settings without secrets, and that all is well', async () => {
    const { code, out } = await check({ SMTP_URL: mailbox.url, TRASH_DAYS: '7' })
    expect(out).toMatch(/ {2}TRASH_DAYS +7\n/)
    expect(out).toMatch(/ {2}SESSION_HOURS +12 {2}\(default\)\n/)
    expect(out).toMatch(/ {2}SECRET_KEY +set\n/)
    expect(out).toMatch(/ {2}SECRET_KEY_PREVIOUS +not set\n/)
    expect(out).not.toContain(secretKey)
    expect(out).not.toContain(mailbox.url)
    expect(out).not.toMatch(/^ {2}wrong/m)
    for (const name of ['database', 'key', 'storage', 'mail', 'proxy', 'clock'])
      expect(out).toMatch(new RegExp(`^  ok     ${name} `, 'm'))
    expect(code).toBe(0)
  })

  test('says what is wrong, and what to do about it', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const lost = await check({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: nowhere })
    expect(lost.code).toBe(3)
    expect(lost.out).toMatch(
      /wrong {2}mail +The mail server 127\.0\.0\.1:1 can't be used: no connection/,
    )
    expect(lost.out).toMatch(
      /wrong {2}proxy +Nothing answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    )

    const key = await check({ SECRET_KEY: 'another key that is long enough to be one' })
    expect(key.out).toMatch(
      /wrong {2}key +The secrets in this database are encrypted with another key/,
    )

    await sql`
      insert into audit_entries (area, action, through, at)
      values ('tasks', 'create', 'setup', now() + interval '1 hour')`.execute(t.db)
    expect((await check()).out).toMatch(/wrong {2}clock +The last entry .* in the future/)
  })

  test('class: proxies and TRUST_PROXY that do not fit each other', async () => {
    const behind = async (to: string, sent: Parameters<typeof openProxy>[1]) => {
      const { proxy, url } = await openProxy(to, sent)
      proxies.push(proxy)
      return url
    }
    const appends = (address: string, given?: string) => ({
      'x-forwarded-for': given ? `${given}, ${address}` : address,
    })
    const untrusted = await check({
      PUBLIC_URL: await behind(url, () => ({ 'x-forwarded-for': '203.0.113.9' })),
    })
    expect(untrusted.out).toMatch(/wrong {2}proxy .*: set TRUST_PROXY=1, /)

    const one = await serve(1)
    const fits = await check(
      { PUBLIC_URL: await behind(one.url, appends), TRUST_PROXY: '1' },
      one.app,
    )
    expect(fits.out).toMatch(/ok {5}proxy .*through 1 proxy; this request came from 127\.0\.0\.1/)

    const two = await serve(2)
    const forged = await check(
      { PUBLIC_URL: await behind(two.url, appends), TRUST_PROXY: '2' },
      two.app,
    )
    expect(forged.out).toMatch(/wrong {2}proxy +Callers can claim any address .* to 1,/)
  })

  test('class: who has no key is not told how a request arrives', async () => {
    const headers = { 'x-steward-check': `${Date.now()}.${'0'.repeat(64)}` }
    const answer = await fetch(`${url}/health/live`, { headers })
    expect(await answer.json()).toEqual({ status: 'live' })
  })
})
