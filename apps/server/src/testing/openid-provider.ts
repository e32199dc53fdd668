import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'

/** What the real provider of tests is told to be. */
export interface ProviderSetup {
  issuer: string
  clients: object[]
  /** Private keys to sign with, the first one first. */
  keys: object[]
  /** The claims of people, by their `sub`, which is also how they log in. */
  people: Record<string, Record<string, unknown>>
  /** Configuration of `oidc-provider` beside the usual. */
  more?: object
}

/** A real OpenID provider in a process of its own, and a browser of somebody who signs in there. */
export interface OpenidProvider {
  issuer: string
  people: ProviderSetup['people']
  /** Makes it know this one client, from now on. */
  configure(client: object, more?: Pick<Partial<ProviderSetup>, 'keys' | 'more'>): Promise<void>
  /** Tells it of `people` again. */
  refresh(): Promise<void>
  /** A browser without cookies. */
  browser(): ProviderBrowser
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./openid-provider-process.ts', import.meta.url))

/** A private key as `oidc-provider` takes it. */
export const signingKey = (kid: string): object => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

/** Starts a real provider; whoever starts it stops it. */
export async function startOpenidProvider(): Promise<OpenidProvider> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const { port } = (await messageOf(child)) as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  const people: ProviderSetup['people'] = {}
  let keys = [signingKey('first')]
  const send = async (setup: ProviderSetup) => {
    const told = messageOf(child)
    child.send(setup)
    await told
  }
  return {
    issuer,
    people,
    configure: async (client, { keys: others = keys, more = {} } = {}) => {
      keys = others
      await send({ issuer, clients: [client], keys, people, more })
    },
    refresh: () => send({ issuer, clients: [], keys, people }),
    browser: () => openBrowser(issuer),
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.disconnect()
      await ended
    },
  }
}

const messageOf = (child: ChildProcess) =>
  new Promise<unknown>((done, fail) => {
    const ended = (code: number | null) => fail(new Error(`the provider ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      done(message)
    })
  })

export interface ProviderBrowser {
  /**
   * Opens an address of the provider and signs in where it asks for that.
   * @returns the address at which the provider sends the browser back to us
   */
  signIn(url: string, login: string): Promise<URL>
  /** Opens an address of the provider and cancels. */
  cancel(url: string): Promise<URL>
  /** Opens an address and confirms the sign-out there. */
  signOut(url: string): Promise<URL | null>
}

/** A browser that knows cookies, redirects and the provider's forms. */
function openBrowser(issuer: string): ProviderBrowser {
  const cookies = new Map<string, string>()
  const open = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  /** Follows redirects until the provider asks for something, or sends the browser elsewhere. */
  const follow = async (url: string, form?: Record<string, string>) => {
    let response = await open(url, form)
    let at = url
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location')
      if (!location) return { page: await response.text(), at, away: null }
      at = new URL(location, at).href
      if (!at.startsWith(issuer)) return { page: '', at, away: new URL(at) }
      response = await open(at)
    }
    throw new Error('too many redirects')
  }
  const action = (page: string) => /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  return {
    signIn: async (url, login) => {
      let { page, at, away } = await follow(url)
      for (let steps = 0; !away && steps < 3; steps += 1) {
        const to = action(page)
        if (!to) throw new Error(`the provider asks for nothing: ${page.slice(0, 500)}`)
        const form = page.includes('name="login"')
          ? { prompt: 'login', login, password: 'any' }
          : { prompt: 'consent' }
        ;({ page, at, away } = await follow(new URL(to, at).href, form))
      }
      if (!away) throw new Error(`the provider doesn't come back: ${page.slice(0, 500)}`)
      return away
    },
    cancel: async (url) => {
      const { at } = await follow(url)
      const { away, page } = await follow(`${at}/abort`)
      if (!away) throw new Error(`the provider doesn't come back: ${page.slice(0, 500)}`)
      return away
    },
    signOut: async (url) => {
      const { page, at, away } = await follow(url)
      if (away) return away
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const done = await follow(new URL(action(page) ?? '', at).href, { xsrf, logout: 'yes' })
      return done.away
    },
  }
}
