import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

describe('a place for a request', () => {
  /** The requests that have come and are not answered yet. */
  const asked: ServerResponse[] = []
  const server = createServer((_, answer) => void asked.push(answer))
  let url: string
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const places = 3
  const open = () =>
    boundedFetch({
      concurrency: places,
      waiting: 0,
      stallMs: 60_000,
      retryMs: [0],
      refuse: () => new Error('refused'),
      failure: () => new Error('failed'),
    })
  const nextAsked = async () => {
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    return asked.shift() as ServerResponse
  }
  const turn = () => new Promise<void>((done) => setImmediate(done))
  /** How many requests are sent before one is refused. */
  const countFree = async (send: typeof fetch) => {
    // A body that has ended may still be about to give a place back.
    await turn()
    let refused = 0
    const all = Array.from({ length: places * 3 }, () =>
      send(url, { method: 'GET' }).catch(() => {
        refused += 1
      }),
    )
    // The refusals are known at once.
    await turn()
    const free = all.length - refused
    for (let n = 0; n < free; n += 1) (await nextAsked()).end()
    for (const each of all) await (await each)?.arrayBuffer()
    return free
  }

  test.each<[string, (body: ReadableStream, answer: ServerResponse) => Promise<unknown>]>([
    [
      'read to its end',
      async (body, answer) => {
        answer.end('rest')
        expect(await new Response(body).text()).toBe('firstrest')
      },
    ],
    ['cancelled unread', (body) => body.cancel()],
    [
      'cancelled after a piece',
      async (body) => {
        const reader = body.getReader()
        await reader.read()
        await reader.cancel()
      },
    ],
    [
      'cancelled while a piece is waited for',
      async (body) => {
        const reader = body.getReader()
        await reader.read()
        const waiting = reader.read()
        await turn()
        await reader.cancel()
        expect(await waiting).toEqual({ done: true, value: undefined })
      },
    ],
    [
      'broken off by the server',
      async (body, answer) => {
        answer.destroy()
        await expect(new Response(body).text()).rejects.toThrow('failed')
      },
    ],
  ])('is kept until the body is %s, and given back once', async (_, end) => {
    const send = open()
    const answering = send(url, { method: 'GET' })
    const answer = await nextAsked()
    answer.write('first')
    const { body } = await answering
    expect(await countFree(send)).toBe(places - 1)
    await end(body as ReadableStream, answer)
    expect(await countFree(send)).toBe(places)
    answer.destroy()
  })

  test('is given back once by a request that fails also the second time', async () => {
    const send = open()
    const failing = send(url, { method: 'GET' })
    const failed = expect(failing).rejects.toThrow('failed')
    ;(await nextAsked()).destroy()
    const second = await nextAsked()
    expect(await countFree(send)).toBe(places - 1)
    second.destroy()
    await failed
    expect(await countFree(send)).toBe(places)
  })

  test('is given back once by a request without a body to read', async () => {
    const send = open()
    const putting = send(url, { method: 'PUT', body: 'x' })
    const answer = await nextAsked()
    expect(await countFree(send)).toBe(places - 1)
    answer.end('kept')
    expect(await (await putting).text()).toBe('kept')
    expect(await countFree(send)).toBe(places)
  })
})
