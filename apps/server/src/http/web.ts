import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Failure, notFound } from './failure.ts'
import { pageOf } from './page.ts'

export const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Serves the files of the web app, hashed ones for a year, and the app's page at addresses that a person may open.
 * @param settings those of the web app, which stand in the page and in `config.json`
 */
export async function serveWeb(
  app: FastifyInstance,
  settings: () => Promise<Record<string, unknown>>,
  connectSources: readonly string[],
): Promise<void> {
  const page = pageOf(webRoot, settings, connectSources)
  if (page) {
    const files = {
      preCompressed: true,
      index: false,
      cacheControl: false,
      lastModified: false,
      acceptRanges: false,
    } as const
    await app.register(fastifyStatic, {
      ...files,
      root: join(webRoot, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      allowedPath: (path) => !/\.(br|gz)$/.test(path),
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
    await app.register(fastifyStatic, {
      ...files,
      root: webRoot,
      wildcard: false,
      globIgnore: ['assets/**', '**/*.br', '**/*.gz', 'index.html', 'start.*', 'config.json'],
      setHeaders: (reply) => {
        reply.header('cache-control', 'no-cache')
      },
    })
  } else {
    app.log.warn('the web app is not built; only the API is served (npm run build)')
  }
  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return await settings()
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path.startsWith('/api/') || path === '/api') {
      throw new Failure('no_such_call', 'There is no such call.')
    }
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/\.\w{1,8}$|^\/uploads\//.test(path)
    if (!isPage || !page) throw notFound('There is nothing at this address.')
    return await page(request, reply)
  })
}
