import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { smallPictures } from '../files/small-pictures.ts'
import { readWebConfig } from '../web-config.ts'
import { Failure } from './failure.ts'
import { pageOf } from './page.ts'

/** Where the web app is built to. */
export const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Serves the web app: built files as they are, with their compressed twins, for a year where their
 * names carry a hash; every other address a person may open is the app's page.
 */
export async function serveWeb(app: FastifyInstance, dataDir: string): Promise<void> {
  const page = pageOf(webRoot, () => readWebConfig(dataDir))
  if (page) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      index: false,
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz', 'index.html', 'start.*', 'config.json'],
      cacheControl: false,
      // The entity tag says as much.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const hashed = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  } else {
    app.log.warn('the web app is not built; only the API is served (npm run build)')
  }
  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return await readWebConfig(dataDir)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path.startsWith('/api/') || path === '/api') {
      throw new Failure('no_such_call', 'There is no such call.')
    }
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/\.\w{1,8}$|^\/uploads\//.test(path)
    if (!isPage || !page) throw new Failure('not_found', 'There is nothing at this address.')
    return await page(request, reply)
  })
}

/**
 * Serves uploaded files under `/uploads/`: as files and never as pages, and only for as long as a
 * record shows them; with `?small` as rows of a list show them. What is taken away is gone from caches
 * within the hour.
 * @param isInUse whether a record shows the file of an address
 */
export async function serveUploads(
  app: FastifyInstance,
  dataDir: string,
  isInUse: (url: string) => Promise<boolean>,
): Promise<void> {
  const root = join(dataDir, 'uploads')
  await mkdir(root, { recursive: true })
  const small = smallPictures(root)
  const setHeaders = (reply: Pick<FastifyReply, 'header'>) => {
    reply.header('cache-control', 'public, max-age=3600')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('cross-origin-resource-policy', 'cross-origin')
  }
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const { '*': name = '' } = request.params as { '*'?: string }
      if (!uploadName.test(name) || !(await isInUse(`/uploads/${name}`))) {
        reply.header('cache-control', 'no-store')
        throw new Failure('not_found', 'There is nothing at this address.')
      }
      const picture = Object.hasOwn(request.query as object, 'small') ? await small(name) : null
      if (!picture) return
      setHeaders(reply)
      return reply.type('image/webp').send(picture)
    })
    await scope.register(fastifyStatic, {
      root,
      prefix: '/uploads/',
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders,
    })
  })
}

/** How uploaded files are called. */
const uploadName = /^[0-9a-f]{32}\.\w{3,4}$/
