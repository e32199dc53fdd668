import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

interface Answer {
  status: number
  text: string
}

/** Calls of a server at `localhost` whose certificate is held against an authority. */
export interface OverTls {
  ask(method: string, path: string, options?: { body?: object; token?: string }): Promise<Answer>
  /** The first bytes of an answer that goes on. */
  firstOf(path: string, token: string): Promise<string>
}

/** @param authority the certificate of the authority */
export function overTls(port: number, authority: Buffer): OverTls {
  const open = async (method: string, path: string, token = '', body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const call = request({ host: 'localhost', port, path, method, headers, ca: authority })
    call.end(body && JSON.stringify(body))
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    return { call, answer: answer.setEncoding('utf8') }
  }
  return {
    ask: async (method, path, { body, token } = {}) => {
      const { answer } = await open(method, path, token, body)
      let text = ''
      for await (const part of answer) text += part
      return { status: answer.statusCode ?? 0, text }
    },
    firstOf: async (path, token) => {
      const { call, answer } = await open('GET', path, token)
      const [first] = await once(answer, 'data')
      call.on('error', () => {})
      call.destroy()
      return String(first)
    },
  }
}
