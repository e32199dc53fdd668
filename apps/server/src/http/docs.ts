import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { authorize } from './authorize.ts'
import { callerOf } from './caller-address.ts'
import type { DeadlineGuard } from './database-deadline.ts'
import { openApiDocument } from './openapi.ts'
import type { SessionCheck } from './routes.ts'

/** Adds the web app's session to requests of the API viewer; this function runs in the browser. */
function withSession<
  R extends { url: string; headers: Record<string, string>; loadSpec?: boolean },
>(request: R): R {
  const { origin } = (globalThis as unknown as { location: { origin: string } }).location
  const token = localStorage.getItem('token')
  if (token && request.loadSpec && request.url.startsWith(`${origin}/`)) {
    request.headers['Authorization'] = `Bearer ${token}`
  }
  return request
}

/** Serves `/api/openapi.json` and its viewer `/api/docs`; `API_DOCS` says whether reading needs a session. */
export async function serveDocs(
  app: FastifyInstance,
  { publicUrl, apiDocs }: Pick<Config, 'publicUrl' | 'apiDocs'>,
  sessionCheck: SessionCheck,
  guard: DeadlineGuard,
): Promise<void> {
  if (apiDocs === 'off') return
  const document = openApiDocument(publicUrl)
  const onRequest = async (request: FastifyRequest) => {
    const page = !/\/(openapi\.json|json|yaml)$/.test(request.routeOptions.url ?? '')
    if (apiDocs === 'public' || page) return
    const { authorization } = request.headers
    const session = await guard(sessionCheck.authenticate(authorization, callerOf(request)))
    authorize(session, { needs: 'session' })
  }
  app.get('/api/openapi.json', { onRequest }, async () => document)
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: document as never },
    })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { requestInterceptor: withSession as never },
      uiHooks: { onRequest },
    })
  })
}
