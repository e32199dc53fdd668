import { permission } from '@steward/contract/permissions/permissions'
import { messageOf, say } from '@steward/i18n/sentence'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Config } from '../../config.ts'
import type { Authenticate } from '../../http/authenticate.ts'
import { requirePermission } from '../../http/authorize.ts'
import type { DeadlineGuard } from '../../http/database-deadline.ts'
import { failureOf } from '../../http/errors.ts'
import { notPermitted } from '../../http/failure.ts'
import type { Services } from '../../services.ts'
import { findProvisionedBy } from '../identity-providers/identity-providers.store.ts'
import { groupHandlers } from './groups/scim-groups.handlers.ts'
import { badRequest, noSuchResource, ScimError, scimErrorOf } from './protocol/scim-error.ts'
import { objectOf } from './protocol/scim-resource.rules.ts'
import { noteRequest } from './provisioning/scim-providers.store.ts'
import type { Provisioning } from './provisioning/scim-write.service.ts'
import { resourceTypeViews, schemaViews, serviceProviderConfig } from './scim-discovery.ts'
import { listOf, type ScimAnswer, type ScimHandler } from './scim-handler.ts'
import { userHandlers } from './users/scim-users.handlers.ts'

const mediaType = 'application/scim+json'
const prefix = '/scim/v2'
const needs = permission('System', 'Integrations', 'provision')

/** The address below which SCIM is served. */
export const scimBase = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl.replace(/\/$/, '')}${prefix}`

/** How often the last request of a provider is noted, in milliseconds. */
const notedFor = 10_000

/** Serves SCIM 2.0 (RFC 7644) below `/scim/v2` to the keys of service accounts that provision. */
export async function serveScim(
  app: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
  guard: DeadlineGuard,
): Promise<void> {
  const { db, config, background } = services
  const base = scimBase(config)
  const callers = new WeakMap<FastifyRequest, Provisioning>()
  const noted = new Map<string, number>()

  const note = (request: FastifyRequest, error: ScimError | null) => {
    const provider = callers.get(request)?.provider
    if (!provider || (!error && Date.now() - (noted.get(provider.id) ?? 0) < notedFor)) return
    noted.set(provider.id, Date.now())
    const path = request.url.split('?', 1)[0]?.slice(prefix.length, 150)
    const refused = error && {
      call: `${request.method} ${path}`,
      said: messageOf(error.said),
    }
    background.run(() => noteRequest(db, provider, refused))
  }

  await app.register(
    async (scope) => {
      acceptScim(scope)
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const session = await authenticate(request, reply)
        if (!session.key) {
          throw notPermitted('SCIM is called with the key of a service account.')
        }
        requirePermission(session, needs)
        const provider = await guard(findProvisionedBy(db, session.user.id))
        if (!provider) {
          throw notPermitted(
            say('No identity provider is provisioned by the account {name}.', {
              name: session.user.name,
            }),
          )
        }
        if (!provider.enabled) {
          throw notPermitted(
            say('The identity provider {provider} is turned off.', { provider: provider.name }),
          )
        }
        const { 'if-match': ifMatch } = request.headers
        callers.set(request, { services, provider, session, ifMatch })
      })
      scope.setErrorHandler((thrown, request, reply) => {
        const error = thrown instanceof ScimError ? thrown : scimErrorOf(failureOf(thrown))
        if (error.status >= 500) request.log.error({ err: thrown }, 'request failed')
        const { retryAfter } = thrown instanceof ScimError ? {} : failureOf(thrown)
        if (retryAfter) reply.header('retry-after', String(Math.ceil(retryAfter)))
        note(request, error)
        send(reply.status(error.status), error.body())
      })
      const serve = (method: RouteOptions['method'], url: string, handler: ScimHandler) =>
        scope.route({
          method,
          url,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const provisioning = callers.get(request) as Provisioning
            const { id = '' } = request.params as { id?: string }
            const query = request.query as Record<string, unknown>
            const call = { ...provisioning, base, id, query, body: request.body }
            const answer = await guard(handler(call))
            note(request, null)
            return answerWith(request, reply, answer)
          },
        })

      const resources = { '/Users': userHandlers, '/Groups': groupHandlers }
      for (const [path, handlers] of Object.entries(resources)) {
        serve('GET', path, handlers.list)
        serve('POST', path, handlers.create)
        serve('POST', `${path}/.search`, (call) =>
          handlers.list({ ...call, query: searchOf(call.body) }),
        )
        serve('GET', `${path}/:id`, handlers.read)
        serve('PUT', `${path}/:id`, handlers.replace)
        serve('PATCH', `${path}/:id`, handlers.patch)
        serve('DELETE', `${path}/:id`, handlers.remove)
      }
      serve('GET', '/ServiceProviderConfig', async () => ({ body: serviceProviderConfig(base) }))
      serveAll(serve, '/ResourceTypes', resourceTypeViews(base))
      serveAll(serve, '/Schemas', schemaViews(base))
      serve('POST', '/Bulk', async () => {
        throw new ScimError(501, undefined, 'Bulk operations are not supported.')
      })
      scope.setNotFoundHandler(async () => {
        throw noSuchResource()
      })
    },
    { prefix },
  )
}

/** Takes JSON in both media types; an empty body counts as none. */
function acceptScim(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser(mediaType, { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else parse(request, text.toString(), done)
  })
}

const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

function searchOf(body: unknown): Record<string, unknown> {
  const search = objectOf(body)
  if (Array.isArray(search['schemas']) && search['schemas'].includes(searchSchema)) return search
  throw badRequest('invalidSyntax', say('“schemas” must name {schema}.', { schema: searchSchema }))
}

/** Serves a list that is always whole, and each of its resources by its id. */
function serveAll(
  serve: (method: 'GET', url: string, handler: ScimHandler) => void,
  path: string,
  resources: readonly { id: string }[],
): void {
  serve('GET', path, async ({ query }) => {
    if (query['filter']) throw new ScimError(403, undefined, 'This list can’t be filtered.')
    return { body: listOf(resources, resources.length, 1) }
  })
  serve('GET', `${path}/:id`, async ({ id }) => {
    const found = resources.find((each) => each.id === id)
    if (!found) throw noSuchResource()
    return { body: { ...found } }
  })
}

function answerWith(request: FastifyRequest, reply: FastifyReply, answer: ScimAnswer) {
  const { status = 200, etag, location, body } = answer
  if (location) reply.header('location', location)
  if (etag) {
    reply.header('etag', etag)
    const known = request.headers['if-none-match']?.split(',').map((each) => each.trim())
    if (request.method === 'GET' && known?.some((each) => each === etag || each === '*')) {
      return reply.status(304).send()
    }
  }
  if (!body) return reply.status(204).send()
  return send(reply.status(status), body)
}

const send = (reply: FastifyReply, body: object) =>
  reply.type(`${mediaType}; charset=utf-8`).serializer(JSON.stringify).send(body)
