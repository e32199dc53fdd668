import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { keyHeader } from '@steward/contract/calls/idempotency'
import { type EndpointName, routes } from '@steward/contract/calls/routes'

/** How a server fared under load. */
export interface LoadFigures {
  /** Requests by their status; 0 is a connection that was refused or broke. */
  statuses: Record<number, number>
  /** Milliseconds of the slowest answer. */
  slowestMs: number
  /** Requests that got no answer in time. */
  hung: number
  /** Failures of the server without the header that says when to come again. */
  withoutRetryAfter: number
}

/** What came back; nothing but the status 0 where nothing did. */
export interface LoadAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
  data?: any
  code?: string
  message?: string
}

/** What a client sends beside the name of the call. */
export interface LoadCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** The bytes of a file. */
  bytes?: string
}

/** Where clients ask, as whom, and how long they wait; milliseconds. */
export interface LoadTarget {
  url: string
  token: string
  deadlineMs: number
}

/** Whether the server may have done what it was asked for, or not. */
export const isLost = ({ status }: LoadAnswer): boolean => status === 0 || status >= 500

/** Makes a client that never throws, and keeps count. */
export function loadClient({ url, token, deadlineMs }: LoadTarget, isStopping: () => boolean) {
  const figures: LoadFigures = { statuses: {}, slowestMs: 0, hung: 0, withoutRetryAfter: 0 }

  const send = async (name: EndpointName, sent: LoadCall, key?: string): Promise<LoadAnswer> => {
    const { method, path } = routes[name]
    const { params = {}, query = {}, body, bytes } = sent
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, each) => params[each] ?? '')
    const payload = body ? JSON.stringify(body) : bytes
    const type = body ? 'application/json' : 'application/octet-stream'
    const answer = await fetch(`${url}/api/${filled}?${new URLSearchParams(query)}`, {
      method,
      signal: AbortSignal.timeout(deadlineMs),
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { 'content-type': type }),
        ...(key ? { [keyHeader]: key } : {}),
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    if (answer.status >= 500 && !answer.headers.has('retry-after')) figures.withoutRetryAfter += 1
    return { status: answer.status, ...((await answer.json()) as object) }
  }

  const ask = async (name: EndpointName, sent: LoadCall, key?: string): Promise<LoadAnswer> => {
    const began = performance.now()
    let answer: LoadAnswer = { status: 0 }
    try {
      answer = await send(name, sent, key)
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') figures.hung += 1
    }
    figures.statuses[answer.status] = (figures.statuses[answer.status] ?? 0) + 1
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - began)
    return answer
  }

  /** Makes a change, every other time with a key: it is then sent again until it is known what came of it. */
  const change = async (name: EndpointName, sent: LoadCall): Promise<LoadAnswer> => {
    const key = Math.random() < 0.5 ? randomUUID() : undefined
    for (;;) {
      const answer = await ask(name, sent, key)
      const unknown = isLost(answer) || answer.code === 'in_progress'
      if (!unknown) return answer
      await wait(30)
      if (!key || isStopping()) return { status: 0 }
    }
  }

  return { ask, change, figures }
}
