import { setTimeout as wait } from 'node:timers/promises'
import { Queue, type QueueLimits } from '../queue.ts'

/** Bounds of requests; times in milliseconds. */
export interface FetchLimits extends QueueLimits {
  /** How long no byte may come or go before a request ends. */
  stallMs: number
  /** The pauses before each further try. */
  retryMs: readonly number[]
  /** Makes the error that a caller gets for a request that failed, or an answer that broke off. */
  failure: (error: unknown) => unknown
}

/** Answers after which the same request may succeed. */
const passing = new Set([429, 500, 502, 503, 504])

/** No byte came or went for too long. */
class Stalled extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Makes a `fetch` with few requests at the same time, which ends those that stall, and repeats those
 * whose connection was lost or whose answer is a passing failure. The body of an answer to GET must be
 * read to its end or cancelled, since it holds its place until then.
 */
export function boundedFetch({ stallMs, retryMs, failure, ...bounds }: FetchLimits): typeof fetch {
  const queue = new Queue(bounds)
  const ask = async (url: Parameters<typeof fetch>[0], init: RequestInit) => {
    for (const pause of retryMs) {
      const asked = await once(url, init, stallMs).catch((error) => {
        if (error instanceof Stalled) throw error
      })
      if (asked && !passing.has(asked.answer.status)) return asked
      await asked?.answer.body?.cancel()
      await wait(pause)
    }
    return await once(url, init, stallMs)
  }
  return async (url, init = {}) => {
    const giveBack = await queue.acquire()
    let isHeld = true
    // A stream that is broken off ends in more than one way.
    const release = () => {
      if (isHeld) giveBack()
      isHeld = false
    }
    let isStreamed = false
    try {
      const { answer, watch } = await ask(url, init)
      isStreamed = init.method === 'GET' && answer.body !== null
      if (isStreamed) return withBody(answer, streamed(answer, watch, release, failure))
      return withBody(answer, answer.body && (await watch(answer.arrayBuffer())))
    } catch (error) {
      throw failure(error)
    } finally {
      if (!isStreamed) release()
    }
  }
}

const withBody = (
  { status, statusText, headers }: Response,
  body: ConstructorParameters<typeof Response>[0],
) => new Response(body, { status, statusText, headers })

/** Awaits a piece of a request, which is ended where that takes too long. */
type Watch = <R>(piece: Promise<R>) => Promise<R>

/** Sends a body that is not sent again: otherwise Node keeps all of it in memory for a redirect. */
const unkept = { duplex: 'half', redirect: 'error', window: null }

/** Sends a request once; a Blob as its body is read from the beginning. */
async function once(url: Parameters<typeof fetch>[0], init: RequestInit, stallMs: number) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const watch: Watch = async (piece) => {
    timer = setTimeout(() => ending.abort(new Stalled('no byte came or went')), stallMs)
    return await piece.finally(() => clearTimeout(timer))
  }
  const sent = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      timer?.refresh()
      controller.enqueue(chunk)
    },
  })
  const { body } = init
  const isFile = body instanceof Blob && body.size > 0
  const request = {
    ...init,
    redirect: 'manual',
    signal: ending.signal,
    ...(isFile && { body: body.stream().pipeThrough(sent), ...unkept }),
  }
  return { answer: await watch(fetch(url, request as RequestInit)), watch }
}

/** The bytes of an answer as they are asked for; calls `release` at the end, whatever it is. */
function streamed(
  { body }: Response,
  watch: Watch,
  release: () => void,
  failure: FetchLimits['failure'],
) {
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await watch(reader.read())
          if (!done) return controller.enqueue(value)
          release()
          controller.close()
        } catch (error) {
          release()
          controller.error(failure(error))
        }
      },
      cancel: async (reason) => {
        release()
        await reader.cancel(reason)
      },
    },
    // Nothing is read ahead, or a reader who has gone would keep the place.
    { highWaterMark: 0 },
  )
}
