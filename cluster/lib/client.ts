import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { keyHeader, takesKey } from '@steward/contract/calls/idempotency'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { ports } from '../parts/proxies.ts'
import { owner } from '../parts/stewards.ts'
import type { Ledger } from './ledger.ts'

export const address = `http://127.0.0.1:${ports.web}`

/** What a client sends beside the name of the call. */
export interface Sent {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** The bytes of a file. */
  bytes?: string
}

export interface Answer {
  /** 0 where nothing is known of what came of the call. */
  status: number
  code?: string
  message?: string
  // biome-ignore lint/suspicious/noExplicitAny: the ledger reads what came, whatever it is
  data?: any
  pagination?: { total: number }
}

/** How long a browser waits for one answer, and a person for what they have done; milliseconds. */
const patience = { answer: 20_000, act: 150_000 }

/** Whether a write was made: answered with success, or known to have been made before. */
export const isDone = ({ status, code }: Answer): boolean =>
  (status >= 200 && status < 300) || code === 'already_done'

/**
 * A person with a session, whose calls are sent as the web app sends them: with an idempotency key, and again with
 * the same one where no answer came, where the server asks to come later, and while the first one is under way.
 */
export class Client {
  readonly #ledger: Ledger
  #token = ''

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get authorization(): { authorization: string } {
    return { authorization: `Bearer ${this.#token}` }
  }

  async signIn(): Promise<void> {
    const { data } = await this.call('session.login', { body: owner })
    this.#token = data.token
  }

  /** Makes a call, again and again until its result is known or patience is over; never throws. */
  async call(name: EndpointName, sent: Sent = {}): Promise<Answer> {
    const key = takesKey(routes[name]) ? randomUUID() : undefined
    const end = performance.now() + patience.act
    for (let tries = 0; performance.now() < end; tries += 1) {
      const { answer, retryAfter } = await this.#send(name, sent, key)
      if (!isToBeRepeated(answer)) {
        if (answer.status >= 400 && !expected.has(answer.code ?? '')) {
          const words = `${name}: ${answer.status} ${answer.code} ${answer.message}`
          this.#ledger.find('answers that should not be', words)
        }
        return answer
      }
      await wait(Math.max(retryAfter * 1_000, Math.min(300 * 2 ** tries, 1_000)))
    }
    return { status: 0 }
  }

  async #send(name: EndpointName, { params = {}, query = {}, body, bytes }: Sent, key?: string) {
    const { method, path } = routes[name]
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, each) => params[each] ?? '')
    const payload = body ? JSON.stringify(body) : bytes
    const type = body ? 'application/json' : 'application/octet-stream'
    let answer: Answer = { status: 0 }
    let retryAfter = 0
    try {
      const response = await fetch(`${address}/api/${filled}?${new URLSearchParams(query)}`, {
        method,
        signal: AbortSignal.timeout(patience.answer),
        headers: {
          ...(this.#token && this.authorization),
          ...(payload === undefined ? {} : { 'content-type': type }),
          ...(key ? { [keyHeader]: key } : {}),
        },
        ...(payload === undefined ? {} : { body: payload }),
      })
      retryAfter = Number(response.headers.get('retry-after') ?? 0)
      // The proxy's own answers are no JSON.
      const json = (await response.json().catch(() => ({ code: 'proxy' }))) as object
      answer = { status: response.status, ...json }
    } catch {
      // No answer came.
    }
    const { statuses } = this.#ledger
    const counted = answer.code ? `${answer.status} ${answer.code}` : `${answer.status}`
    statuses[counted] = (statuses[counted] ?? 0) + 1
    if (answer.status >= 500 && answer.code !== 'proxy' && (answer.status === 500 || !retryAfter)) {
      const words = `${name}: ${answer.status} ${answer.message}, Retry-After ${retryAfter}`
      this.#ledger.find('answers that should not be', words)
    }
    return { answer, retryAfter }
  }
}

/** Refusals that a client has to expect. */
const expected = new Set(['out_of_date', 'already_done'])

const isToBeRepeated = ({ status, code }: Answer): boolean =>
  status === 0 || status >= 500 || status === 429 || code === 'in_progress'
