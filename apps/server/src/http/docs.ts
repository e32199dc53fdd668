import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { acceptedLanguage } from './accepted-language.ts'
import type { Authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { openApiDocument } from './openapi.ts'

/** Adds the web app's session and language to requests of the API viewer; this function runs in the browser. */
function withSession<
  R extends { url: string; headers: Record<string, string>; loadSpec?: boolean },
>(request: R): R {
  const { origin } = (globalThis as unknown as { location: { origin: string } }).location
  const token = localStorage.getItem('token')
  if (token && request.loadSpec && request.url.startsWith(`${origin}/`)) {
    request.headers['Authorization'] = `Bearer ${token}`
  }
  try {
    const { language } = JSON.parse(localStorage.getItem('steward-preferences') ?? '{}')
    if (language && request.loadSpec) request.headers['Accept-Language'] = language
  } catch {
    // Without the preferences, the browser's language counts.
  }
  return request
}

/** Serves `/api/openapi.json` and its viewer `/api/docs`; `API_DOCS` says whether reading needs a session. */
export async function serveDocs(
  app: FastifyInstance,
  { publicUrl, apiDocs }: Pick<Config, 'publicUrl' | 'apiDocs'>,
  authenticate: Authenticate,
): Promise<void> {
  if (apiDocs === 'off') return
  // As many as there are languages at the most, each made when it is first asked for.
  const documents = new Map<string, Record<string, unknown>>()
  const documentIn = (language: string) => {
    const found = documents.get(language) ?? openApiDocument(publicUrl, language)
    documents.set(language, found)
    return found
  }
  const documentFor = (request: FastifyRequest, reply: FastifyReply) => {
    const language = acceptedLanguage(request)
    const others = reply.getHeader('vary')
    const vary = others ? `${others}, accept-language` : 'accept-language'
    reply.header('content-language', language).header('vary', vary)
    return documentIn(language)
  }
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = !/\/(openapi\.json|json|yaml)$/.test(request.routeOptions.url ?? '')
    if (apiDocs === 'public' || page) return
    authorize(await authenticate(request, reply), { needs: 'session' })
  }
  app.get('/api/openapi.json', { onRequest }, async (request, reply) => documentFor(request, reply))
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: documentIn('en') as never },
    })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { requestInterceptor: withSession as never },
      uiHooks: { onRequest },
      transformSpecificationClone: false,
      transformSpecification: (_english, request, reply) => documentFor(request, reply) as never,
    })
  })
}
