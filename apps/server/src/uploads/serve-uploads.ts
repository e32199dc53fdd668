import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../http/failure.ts'
import { uploadName } from './disk.ts'
import { smallPictures } from './small-pictures.ts'

/**
 * Serves `/uploads/` as files, never as pages, while a record shows them (`isInUse`); with `?small` as thumbnails.
 * Caches hold them for an hour.
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
        throw notFound('There is nothing at this address.')
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
