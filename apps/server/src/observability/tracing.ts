import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type Statement, shownStatement, watchStatements } from '../db/connection/statements.ts'

/** How long a stop waits for spans to be sent, in milliseconds. */
const maxAtClose = 2_000

type Tracing = NonNullable<Config['tracing']>

function samplerOf({ sampler, ratio }: Tracing): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}

/**
 * Makes a span of each request and each statement, and sends them to the OTLP receiver of the `OTEL_` variables.
 * Names and attributes are those of the semantic conventions; of addresses and statements they hold the patterns,
 * never a value.
 */
export function openTracing(app: FastifyInstance, config: Tracing): void {
  const resource = resourceFromAttributes({ 'service.name': 'steward' })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const warn = (message: string) => app.log.warn({ reason: message }, 'traces not sent')
  const none = () => {}
  const logger = { error: warn, warn, info: none, debug: none, verbose: none }
  diag.setLogger(logger, DiagLogLevel.WARN)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('steward')

  const requests = new WeakMap<FastifyRequest, { span: Span; within: Context }>()
  const inContext = (request: FastifyRequest, done: () => void) => {
    const traced = requests.get(request)
    if (traced) context.with(traced.within, done)
    else done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/health/')) return done()
    const { method } = request
    const route = request.is404 ? undefined : request.routeOptions.url
    const attributes = {
      'http.request.method': method,
      'url.scheme': request.protocol,
      // The pattern instead of the path, which may hold an id or the token of a link.
      'url.path': route ?? '',
      ...(route && { 'http.route': route }),
      'network.protocol.version': request.raw.httpVersion,
      'steward.request.id': request.id,
    }
    const span = tracer.startSpan(
      route ? `${method} ${route}` : method,
      { kind: SpanKind.SERVER, attributes },
      propagation.extract(context.active(), request.headers),
    )
    requests.set(request, { span, within: trace.setSpan(context.active(), span) })
    inContext(request, done)
  })
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => inContext(request, done))
  const end = (request: FastifyRequest) => {
    requests.get(request)?.span.end()
    requests.delete(request)
  }
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = requests.get(request)?.span
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) fail(span, String(statusCode))
    end(request)
  })
  // Whoever goes away before the answer ends the span, too.
  app.addHook('onRequestAbort', async (request) => end(request))

  const spans = new WeakMap<Statement, Span>()
  const stop = watchStatements({
    begun: (statement) => {
      // What runs in the background is no part of a trace.
      if (!trace.getActiveSpan()) return
      const text = shownStatement(statement.text)
      const operation = operationOf(text)
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text,
      }
      spans.set(statement, tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }))
    },
    ended: (statement) => {
      const span = spans.get(statement)
      const { error } = statement as { error?: { code?: string } }
      if (error) fail(span, error.code ?? 'error')
      span?.end()
    },
  })
  app.addHook('onClose', async () => {
    stop()
    // A receiver that is away must not hold the stop up.
    await Promise.race([provider.shutdown().catch(none), wait(maxAtClose, null, { ref: false })])
  })
}

function fail(span: Span | undefined, type: string): void {
  span?.setAttribute('error.type', type)
  span?.setStatus({ code: SpanStatusCode.ERROR })
}

/** What a statement does: its first word, or what its CTEs do. */
function operationOf(text: string): string {
  const [first = 'sql'] = /\w+/.exec(text) ?? []
  const [does = 'select'] = /\b(?:insert|update|delete)\b/.exec(text) ?? []
  return (first === 'with' ? does : first).toUpperCase()
}
