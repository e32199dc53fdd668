import { z } from 'zod'
import { type FailureCode, failureStatus } from './errors.ts'
import type { Route, Routes } from './route.ts'

/** What the contract says of one call beyond its route. */
export interface EndpointDetails {
  /** One line for people. */
  summary: string
  /** What else there is to know, in sentences. */
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Fields that are files: the call takes multipart/form-data too, where other fields that are no text hold JSON. */
  files?: readonly string[]
  /** The body is a file of at most so many bytes, whatever it holds. */
  upload?: { maxBytes: number }
  /** What stands under `data`. */
  data: z.ZodType
  /** What stands beside `data` and `message`, such as the pagination of a plain array. */
  beside?: z.ZodRawShape
  /** The media type where the answer is a file instead of `{ message, data }`. */
  file?: string
  /** The media type where the answer is a stream of events, whose `data` is of the schema. */
  stream?: 'text/event-stream'
  /** Status of a success; 200 unless given. */
  status?: 200 | 201
  /** Failures of its own, beyond those that follow from its route and schemas. */
  errors?: readonly FailureCode[]
}

/** One call: route, permission, request and answer schemas, failures. */
export type Endpoint = Route & EndpointDetails

/** Joins the routes of a feature with what else the contract says of each call. */
export const endpointsOf = <
  const R extends Routes,
  const D extends { readonly [name in keyof R]: EndpointDetails },
>(
  routes: R,
  details: D,
) =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, { ...route, ...details[name] }]),
  ) as { [name in keyof R]: R[name] & D[name] }

/** The schema of a whole successful answer: `{ message, data, … }`. */
export function answerSchema(of: EndpointDetails): z.ZodObject {
  return z.object({ message: z.string(), data: of.data, ...of.beside })
}

/** The schema of every failure. */
export const failureSchema = z
  .object({
    message: z.string(),
    code: z.enum(Object.keys(failureStatus) as [FailureCode, ...FailureCode[]]),
    errors: z
      .array(z.union([z.string(), z.object({ msg: z.string(), path: z.string().optional() })]))
      .optional(),
    data: z.unknown().optional(),
  })
  .meta({ id: 'Failure' })

/** Every failure that a call can answer with, from its route, its schemas and its own list. */
export function failuresOf(of: Endpoint): FailureCode[] {
  const codes: FailureCode[] = ['malformed', 'internal', 'not_ready']
  if (of.needs !== 'public') codes.push('no_session')
  if (of.needs !== 'public' && !of.beforeSecondFactor) codes.push('second_factor_missing')
  if (Array.isArray(of.needs)) codes.push('not_permitted')
  if (of.params) codes.push('not_found')
  if (of.query || of.body) codes.push('invalid')
  // One person looks at so many moments of the past at once.
  if (of.query && 'asOf' in of.query.shape) codes.push('too_many')
  if (of.body || of.upload) codes.push('timed_out', 'too_large', 'unsupported_media_type')
  return [...new Set([...codes, ...(of.errors ?? [])])]
}
