import { say } from '@steward/i18n/sentence'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/** Answers other methods at a known address with 405, and OPTIONS with the allowed ones. */
export function refuseOtherMethods(app: FastifyInstance, url: string, own: string[]): void {
  const allow = [...own, 'OPTIONS'].join(', ')
  app.route({
    method: methods.filter((method) => !own.includes(method)),
    url,
    exposeHeadRoute: false,
    config: { takesBody: false },
    handler: async (_request, reply) => {
      reply.header('allow', allow)
      throw new Failure(
        'method_not_allowed',
        say('This address only supports {methods}.', { methods: own.join(', ') }),
      )
    },
  })
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => reply.header('allow', allow).status(204).send(),
  })
}
