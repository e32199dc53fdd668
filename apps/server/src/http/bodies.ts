import { Readable } from 'node:stream'
import type { Endpoint } from '@steward/contract/calls/endpoint'
import type { FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { expectsJson, type Form, readForm, structuredFields } from './uploads.ts'

/** What reads the body of a call: JSON or a form; its fields aren't checked. */
export function bodyReader(endpoint: Endpoint): (request: FastifyRequest) => Form | Promise<Form> {
  const { body, files } = endpoint
  if (!body) return () => ({ body: {}, files: {} })
  const structured = structuredFields(body)
  return (request) => {
    if (!request.isMultipart()) return { body: objectOf(request.body), files: {} }
    if (files) return readForm(request, endpoint, structured)
    throw expectsJson()
  }
}

/** The bytes of a file that is sent as the body. */
export function bytesOf(body: unknown): Readable {
  if (body instanceof Readable) return body
  throw new Failure(
    'unsupported_media_type',
    'This call expects the bytes of a file (application/octet-stream).',
  )
}

function objectOf(body: unknown): Record<string, unknown> {
  const object = body ?? {}
  if (typeof object === 'object' && !Array.isArray(object)) return object as Record<string, unknown>
  throw new Failure('malformed', 'The body of the request must be a JSON object.')
}
