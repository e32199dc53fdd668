import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If false, the call takes no body: one that is sent is read and ignored. */
    takesBody?: boolean
    /** Whether the body is a file, read as a stream. */
    takesFile?: boolean
    /** Whether it takes files in a multipart form. */
    takesForm?: boolean
  }
}

/** Limits of requests; `…Ms` is in milliseconds. */
export const requestLimits = {
  /** For the head of a request; on a new connection it counts from the opening. */
  headersMs: 20_000,
  /** For a body that is no upload. */
  bodyMs: 30_000,
  /** For a form with files, or the bytes of a file. */
  uploadMs: 600_000,
  /** For any request; the limits above should end it earlier. */
  wholeMs: 630_000,
  /** The minimum rate of an upload: so many bytes in each window. */
  uploadWindowMs: 30_000,
  uploadWindowBytes: 16_384,
  /** The largest body that a call without a body ignores. */
  passedOverBytes: 1_048_576,
  /** How much may still arrive after the answer, and how long; then the connection closes. */
  drainBytes: 32 * 1_048_576,
  drainMs: 30_000,
  idleMs: 300_000,
  /** For the pause between two requests on a connection. */
  keepAliveMs: 72_000,
  /** The interval at which late heads are looked for. */
  checkMs: 5_000,
  /** For a body that is incomplete when the server stops. */
  stopMs: 2_000,
  connections: 5_000,
}
export type RequestLimits = typeof requestLimits

const hasBody = ({ headers }: FastifyRequest['raw']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Times bodies, refuses compressed ones (decompression bombs) and drains what isn't read. Registered after headers. */
export function limitRequests(app: FastifyInstance, limits: RequestLimits): void {
  const bodies = new Map<FastifyRequest, IncomingBody>()
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { takesBody, takesFile } = request.routeOptions.config
    if (!hasBody(raw)) {
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

  /** Ends an incomplete body: answers 408 and closes the connection. */
  timeOut(): void {
    if (this.#answered || this.#timedOut || this.#raw.complete || this.#raw.destroyed) return
    this.#stopTimers()
    this.#timedOut = true
    this.#reply.header('connection', 'close')
    const failure = new Failure(
      'timed_out',
      'The request took too long. Please check your connection and try again.',
    )
    // The reader gets an error of the stream. To destroy it would close the connection before the answer is sent.
    if (this.#raw.listenerCount('error') > 0) this.#raw.emit('error', failure)
    else this.#reply.send(failure)
    setTimeout(() => this.#raw.destroy(), 1_000).unref()
  }

  /** Drains what still arrives up to a bound, so that the answer reaches the sender and the connection goes on. */
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
    // The framework closes the connection after a body that it hasn't read, but here it is read.
    this.#reply.removeHeader('connection')
  }
}

/** Reads and ignores an unwanted body; throws `refusal` beyond `max` bytes. */
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

/** A body as a stream of its own: destroying it doesn't close the connection, so that the answer arrives. */
export function streamOf(payload: Readable): Readable {
  const stream = new PassThrough()
  // The reader may attach later, and gets the error then; without a listener it would end the process.
  stream.on('error', () => {})
  payload.on('error', (error) => stream.destroy(error))
  payload.pipe(stream)
  return stream
}

/** Whether the client closed the connection while it was sending. */
export const isCutOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.readableAborted && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
