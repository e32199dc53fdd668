import type { BodySent, FilesOf } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'

/** The body of a call by its fields; those that the contract takes as files may be such. */
export type RequestFields<N extends EndpointName> = {
  [K in keyof BodySent<N>]: BodySent<N>[K] | (K extends FilesOf<N> ? Blob : never)
}

type JsonOf<F> = { [K in keyof F]: Exclude<F[K], Blob> }

/**
 * Fields as a call takes them: JSON, or a form (multipart) where a file goes along.
 * @param fields those that are `undefined` are left out; in a form `null` is sent empty, and what is
 *   neither text nor a file as JSON
 * @param multipart a form in any case, for the calls that take nothing else (specification section 7)
 */
export function requestBody<F extends object>(
  fields: F,
  { multipart = false } = {},
): JsonOf<F> | FormData {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (!multipart && !sent.some(([, value]) => value instanceof Blob))
    return Object.fromEntries(sent) as JsonOf<F>
  const form = new FormData()
  for (const [name, value] of sent) {
    if (value instanceof Blob) form.append(name, value, 'picture')
    else form.append(name, typeof value === 'string' ? value : formText(value))
  }
  return form
}

const formText = (value: unknown): string => (value === null ? '' : JSON.stringify(value))
