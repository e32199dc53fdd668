import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of a request wherever its work runs; a Fastify request is one. */
export interface RequestContext {
  readonly id: string
  /** Its route as a pattern, such as `/api/admin/bills/:id`; undefined where there is none. */
  readonly routeOptions: { readonly url?: string | undefined }
}

const current = new AsyncLocalStorage<RequestContext>()

/** Does `work` on behalf of a request. */
export const onBehalfOf = <R>(request: RequestContext, work: () => R): R =>
  current.run(request, work)

/** The request on whose behalf this runs; undefined in the background. */
export const currentRequest = (): RequestContext | undefined => current.getStore()
