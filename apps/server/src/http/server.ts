import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { answerError } from './errors.ts'
import { Failure } from './failure.ts'
import { readForms } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a call of the contract that has no body: whatever is sent is passed over. */
    takesBody?: boolean
    /** True for a call whose body is a file: it gets the stream as it is. */
    takesFile?: boolean
  }
}

/** Bytes of a JSON body at the most. */
const mostJson = 1_048_576

/**
 * The HTTP server without its routes: security headers, compression, request ids, one failure
 * body, limits.
 * @param connectSources origins beside the own one that the web app may call
 */
export async function createServer(
  config: Config,
  logger: FastifyBaseLogger,
  connectSources: string[],
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOf(config.trustProxy),
    bodyLimit: mostJson,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreDuplicateSlashes: false, maxParamLength: 500 },
    // A client that glues a base and a path with a slash each is served all the same.
    rewriteUrl: (request) => (request.url ?? '/').replace(/^\/api\/{2,}/, '/api/'),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      const body = JSON.stringify(
        new Failure('malformed', 'The request can’t be understood.').body(),
      )
      socket.end(
        `HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    },
  })

  app.setErrorHandler(answerError)
  readBodies(app)
  await readForms(app)
  logRequests(app)

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', ...connectSources],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...connectSources],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  })
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['retry-after', 'x-request-id'],
      maxAge: 600,
    })
  }
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  return app
}

/** JSON as it should be, an empty body as none; anything else only where a route asks for it. */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else parse(request, text.toString(), done)
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.takesFile) {
      done(null, payload)
      return
    }
    if (request.routeOptions.config.takesBody !== false) {
      done(new Failure('unsupported_media_type', 'This call takes JSON (application/json).'))
      return
    }
    payload.resume()
    payload.on('end', () => done(null, undefined))
    payload.on('error', done)
  })
}

/** What may stand in a path and opens a door: the token of a link in a mail, however it is written. */
const token = /(reset-password\/+)[^/]+|[\w-]{40,}/gi

/** A path as the log may have it: without its query and without a token. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const plain = path.includes('%') ? decoded(path) : path
  return plain.replace(token, '$1{token}')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '{malformed}'
  }
}

/** One line a request, without what people search for. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // The router has decoded the path; `/%61pi/` is the API too.
    const path = request.routeOptions.url ?? request.url
    if (path.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/health/')) return
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}

/** A number of hops trusts that many proxies, counted from this server. */
function trustProxyOf(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
