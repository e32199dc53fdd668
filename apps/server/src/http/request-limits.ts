import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a call of the contract that has no body: whatever is sent is passed over. */
    takesBody?: boolean
    /** True for a call whose body is a file: it gets the stream as it is. */
    takesFile?: boolean
    /** True for a call that takes files in a multipart form. */
    takesForm?: boolean
  }
}

/** How long a request may take to arrive and how many bytes of it are read; times in milliseconds. */
export const requestLimits = {
  /** Headers timeout: the head of a request, counted from the opening of a connection too. */
  headersMs: 20_000,
  /** Request timeout of a body that is no upload. */
  bodyMs: 30_000,
  /** Request timeout of an upload: a form with files, or the bytes of a file. */
  uploadMs: 600_000,
  /** Request timeout of any request, head and body; what the others should have ended before. */
  wholeMs: 630_000,
  /** Minimum rate of an upload: so many bytes in each window, or it is given up. */
  uploadWindowMs: 30_000,
  uploadWindowBytes: 16_384,
  /** Bytes that a call without a body passes over. */
  passedOverBytes: 1_048_576,
  /** Bytes and time for what still comes in once an answer was given; then the connection closes. */
  drainBytes: 32 * 1_048_576,
  drainMs: 30_000,
  /** An open connection on which no byte moves in either direction. */
  idleMs: 300_000,
  /** An open connection between two requests. */
  keepAliveMs: 72_000,
  /** Between two looks for heads that are late. */
  checkMs: 5_000,
  /** What a body has left to arrive once the server stops. */
  stopMs: 2_000,
  /** Maximum open connections; a further one is closed at once. */
  connections: 5_000,
}
export type RequestLimits = typeof requestLimits

/** Whether bytes come behind the head of a request. */
const hasBody = ({ headers }: FastifyRequest['raw']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Holds every request to the limits: a body arrives in time, is not compressed (it is never
 * inflated, so that no decompression bomb can be sent), and what nobody reads is drained up to a
 * bound. To be registered behind what sets headers, so that its refusals have them.
 */
export function limitRequests(app: FastifyInstance, limits: RequestLimits): void {
  const bodies = new Map<FastifyRequest, IncomingBody>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { takesBody, takesFile } = request.routeOptions.config
    if (!hasBody(raw)) {
      // Without a byte of a body its type says nothing: it is a call without a body.
      if (!takesFile) delete raw.headers['content-type']
      return
    }
    if (takesBody === false || request.is404) delete raw.headers['content-type']
    bodies.set(request, new IncomingBody(request, reply, limits))
    raw.once('close', () => bodies.delete(request))
    const encoding = raw.headers['content-encoding']?.trim().toLowerCase()
    if (encoding && encoding !== 'identity') {
      throw new Failure(
        'unsupported_media_type',
        'Compressed bodies are not supported. Please send it without a Content-Encoding.',
      )
    }
  })
  app.addHook('onSend', async (request) => bodies.get(request)?.answered())
  app.addHook('preClose', async () => {
    setTimeout(() => bodies.forEach((body) => void body.timeOut()), limits.stopMs).unref()
  })
}

/** The body of one request while it comes in. */
class IncomingBody {
  readonly #raw: FastifyRequest['raw']
  readonly #reply: FastifyReply
  readonly #limits: RequestLimits
  readonly #stopTimers: () => void
  #answered = false
  #timedOut = false

  constructor(request: FastifyRequest, reply: FastifyReply, limits: RequestLimits) {
    this.#raw = request.raw
    this.#reply = reply
    this.#limits = limits
    const { takesFile, takesForm } = request.routeOptions.config
    const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '')
    const upload = takesFile || (takesForm && isForm)
    const total = setTimeout(() => this.timeOut(), upload ? limits.uploadMs : limits.bodyMs)
    const pace = upload ? this.#holdPace() : undefined
    this.#stopTimers = () => {
      clearTimeout(total)
      clearInterval(pace)
    }
    this.#raw.once('end', this.#stopTimers).once('close', this.#stopTimers)
  }

  #holdPace(): NodeJS.Timeout {
    const { socket } = this.#raw
    let before = socket.bytesRead
    return setInterval(() => {
      const now = socket.bytesRead
      if (now - before < this.#limits.uploadWindowBytes) this.timeOut()
      before = now
    }, this.#limits.uploadWindowMs)
  }

  /** Gives the body up, unless it is all there: 408, and the connection is closed. */
  timeOut(): void {
    if (this.#answered || this.#timedOut || this.#raw.complete || this.#raw.destroyed) return
    this.#stopTimers()
    this.#timedOut = true
    this.#reply.header('connection', 'close')
    const failure = new Failure(
      'timed_out',
      'The request took too long. Please check your connection and try again.',
    )
    // Whoever reads the body learns of it as of any error of the stream. Destroying the stream would
    // take the connection, and the answer with it.
    if (this.#raw.listenerCount('error') > 0) this.#raw.emit('error', failure)
    else this.#reply.send(failure)
    setTimeout(() => this.#raw.destroy(), 1_000).unref()
  }

  /**
   * An answer goes out. What still comes in is read and dropped, so that the answer reaches whoever
   * is sending and the connection goes on; beyond the bound it is closed.
   */
  answered(): void {
    if (this.#answered) return
    this.#answered = true
    this.#stopTimers()
    const raw = this.#raw
    if (this.#timedOut || raw.complete || raw.readableEnded || raw.destroyed) return
    const close = () => {
      raw.pause()
      const answer = this.#reply.raw
      if (answer.writableFinished) raw.destroy()
      else answer.once('finish', () => raw.destroy())
    }
    let room = this.#limits.drainBytes
    const timer = setTimeout(close, this.#limits.drainMs)
    const stop = () => clearTimeout(timer)
    raw.once('close', stop).once('end', stop)
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      room -= chunk.length
      if (room < 0) close()
    })
    raw.resume()
    // The framework closes after a body that it could not read; this one is read to its end.
    this.#reply.removeHeader('connection')
  }
}

/**
 * Reads a body that is not wanted to its end.
 * @param max bytes that are passed over
 * @throws {Failure} the refusal, for a body of more
 */
export function passOver(payload: Readable, max: number, refusal: () => Failure): Promise<void> {
  return new Promise((done, fail) => {
    let room = max
    const end = (error?: Error) => {
      payload.off('data', count).off('end', end).off('error', end)
      if (error) fail(error)
      else done()
    }
    const count = (chunk: Buffer) => {
      room -= chunk.length
      if (room < 0) end(refusal())
    }
    payload.on('data', count).on('end', end).on('error', end)
  })
}

/**
 * The bytes of a body as a stream of its own: leaving it early, or destroying it, does not close the
 * connection, so that the answer arrives. It ends with the error of the body where that is cut off.
 */
export function streamOf(payload: Readable): Readable {
  const stream = new PassThrough()
  // Nobody may be reading at that moment; whoever reads later gets the error.
  stream.on('error', () => {})
  payload.on('error', (error) => stream.destroy(error))
  payload.pipe(stream)
  return stream
}

/** Whether an error only says that the client went away while it was sending. */
export const isCutOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.readableAborted && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
