import { currentRequest } from '../../request-context.ts'

/** A statement that ends with its request and route as a comment (sqlcommenter); as it is outside of requests. */
export function withRequestComment(text: string): string {
  const request = currentRequest()
  if (!request) return text
  const route = encodeURIComponent(request.routeOptions.url ?? '')
  return `${text} /*request='${request.id}',route='${route}'*/`
}
