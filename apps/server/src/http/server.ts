import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import { acceptsKeysHeader, replayedHeader } from '@steward/contract/calls/idempotency'
import { acceptsTotalHeader } from '@steward/contract/calls/totals'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../config.ts'
import { onBehalfOf } from '../request-context.ts'
import { answerClientError } from './client-errors.ts'
import { answerError } from './errors.ts'
import { Failure } from './failure.ts'
import { limitRequests, passOver, type RequestLimits, streamOf } from './request-limits.ts'
import { failureHeaders, setSecurityHeaders } from './security-headers.ts'
import { expectsJson, readForms } from './uploads.ts'

const maxJson = 1_048_576

const ownHeaders = [acceptsKeysHeader, replayedHeader, acceptsTotalHeader]

/**
 * The server with its middleware (headers, limits, uploads, logging) and no routes.
 * @param connectSources other origins that the web app may call
 */
export async function createServer(
  config: Config,
  logger: FastifyBaseLogger,
  connectSources: string[],
  limits: RequestLimits,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOf(config.trustProxy),
    bodyLimit: maxJson,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Until its connection is closed a proxy sends requests, and would pass a refusal on to whoever asked.
    return503OnClosing: false,
    routerOptions: { ignoreDuplicateSlashes: false, maxParamLength: 500 },
    // Some clients join base and path with a slash each.
    rewriteUrl: (request) => (request.url ?? '/').replace(/^\/api\/{2,}/, '/api/'),
    // The contract's schemas check what is sent (`validate.ts`), so that Fastify needn't load a validator.
    schemaController: { compilersFactory: { buildValidator: (() => () => () => true) as never } },
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers(failureHeaders).header('x-request-id', request.id)),
    clientErrorHandler: answerClientError,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    requestTimeout: limits.wholeMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  })
  app.server.maxConnections = limits.connections

  app.setErrorHandler((error, request, reply) =>
    answerError(error, request, reply.header('x-request-id', request.id)),
  )
  app.addHook('onRequest', (request, _reply, done) => onBehalfOf(request, done))
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => onBehalfOf(request, done))
  readBodies(app, limits)
  await readForms(app)
  logRequests(app)

  setSecurityHeaders(app, config.publicUrl, connectSources)
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'retry-after',
        'ratelimit',
        'ratelimit-policy',
        'x-request-id',
        ...ownHeaders,
      ],
      maxAge: 600,
    })
  }
  limitRequests(app, limits)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // A page of a list is compressed at once, which takes 0.1 ms; on two processors a stream would take nine times as long.
    syncThreshold: 65_536,
    globalDecompression: false,
  })
  return app
}

/** Reads JSON bodies, where an empty one counts as none; other types only on routes that take them. */
function readBodies(app: FastifyInstance, { passedOverBytes }: RequestLimits): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else parse(request, text.toString(), done)
  })
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { takesBody, takesFile } = request.routeOptions.config
    if (takesFile) return streamOf(payload)
    if (takesBody === false || request.is404) {
      const tooMuch = () => new Failure('too_large', 'This call doesn’t accept a body.')
      await passOver(payload, passedOverBytes, tooMuch)
    } else await passOver(payload, 0, expectsJson)
    return undefined
  })
}

/** Tokens in an address, such as that of a link in an e-mail. */
const token = /(reset-password\/+)[^/]+|[\w-]{40,}/gi

/** The path of an address for the log, without query and tokens. */
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

const isFile = /^\/(assets|uploads)\//

function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // The route is the decoded path, since `/%61pi/` is the API too.
    const path = request.routeOptions.url ?? request.url
    // A file needs a request id only if it fails.
    if (!isFile.test(path)) reply.header('x-request-id', request.id)
    if (path === '/api' || path.startsWith('/api/')) reply.header('cache-control', 'no-store')
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

/** As a number, the setting trusts so many proxies, counted from this server. */
function trustProxyOf(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
