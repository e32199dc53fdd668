import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/failure.ts'
import type { FileStorage } from '../storage/storage.ts'
import { smallPictures } from './small-pictures.ts'
import { uploadName } from './uploaded-files.ts'

/**
 * Serves `/uploads/` as files, never as pages, while a record shows them (`isInUse`); with `?small` as thumbnails.
 * Caches hold them for an hour.
 */
export function serveUploads(
  app: FastifyInstance,
  storage: FileStorage,
  isInUse: (url: string) => Promise<boolean>,
): void {
  const small = smallPictures(storage)
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/uploads/*',
    handler: async (request, reply) => {
      const name = request.params['*']
      const isFound = uploadName.test(name) && (await isInUse(`/uploads/${name}`))
      const wantsSmall = isFound && Object.hasOwn(request.query as object, 'small')
      const picture = wantsSmall ? await small(name) : null
      const served =
        isFound && !picture ? await storage.serve(`uploads/${name}`, request.raw) : null
      if (!picture && !served) {
        reply.header('cache-control', 'no-store')
        throw notFound('There is nothing at this address.')
      }
      reply.header('cache-control', 'public, max-age=3600')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply.header('cross-origin-resource-policy', 'cross-origin')
      if (!served) return reply.type('image/webp').send(picture)
      return reply.code(served.status).headers(served.headers).send(served.body)
    },
  })
}
