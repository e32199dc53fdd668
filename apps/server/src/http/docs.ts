import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** Serves the contract as `/api/openapi.json`, and a viewer of it at `/api/docs`. */
export async function serveDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  const document = openApiDocument(publicUrl)
  app.get('/api/openapi.json', async () => document)
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: document as never },
    })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}
