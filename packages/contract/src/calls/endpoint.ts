import { z } from 'zod'
import { component } from '../values/fields.ts'
import { type FailureCode, failureStatus } from './errors.ts'
import type { Route, Routes } from './route.ts'

/** What an endpoint has beside its route: schemas and descriptions. */
export interface EndpointDetails {
  summary: string
  /** Whole sentences, for the OpenAPI document. */
  description?: string
  query?: z.ZodObject
  body?: z.ZodObject
  /** Fields that are files in multipart/form-data; there, fields other than text hold JSON. */
  files?: readonly string[]
  /** Set where the body is a file. */
  upload?: { maxBytes: number }
  data: z.ZodType
  /** The fields of an answer other than `data` and `message`. */
  otherFields?: z.ZodRawShape
  /** The media type, where the answer is a file. */
  file?: string
  /** Set where the answer is a stream of events, each with `data` as its schema says. */
  stream?: 'text/event-stream'
  /** The status of success; 200 by default. */
  status?: 200 | 201
  /** The failures beyond those that follow from route and schemas. */
  errors?: readonly FailureCode[]
}

export interface Endpoint extends Route, EndpointDetails {
  /** What the path names in braces, which isn't checked: an impossible id is not found. */
  params?: z.ZodObject
}

type Named<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | Named<Rest>
  : never

type ParamsOf<P extends string> = [Named<P>] extends [never]
  ? unknown
  : { params: z.ZodObject<{ [N in Named<P>]: z.ZodString }> }

function paramsOf(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])
  return names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}
}

export const endpointsOf = <
  const R extends Routes,
  const D extends { readonly [name in keyof R]: EndpointDetails },
>(
  routes: R,
  details: D,
) =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      { ...route, ...paramsOf(route.path), ...details[name] },
    ]),
  ) as { [name in keyof R]: R[name] & ParamsOf<R[name]['path']> & D[name] }

/** See {@link Translatable}. */
export const translatable = {
  template: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
}

export function answerSchema(of: EndpointDetails): z.ZodObject {
  return z.object({
    message: z.string(),
    ...translatable,
    data: of.data,
    ...of.otherFields,
  })
}

export const failureSchema = component('Failure', {
  message: z.string(),
  template: translatable.template.meta({
    description:
      'The text of the message in ICU MessageFormat, with placeholders; only where it has values',
  }),
  params: translatable.params.meta({
    description:
      'The values of the template: texts, numbers, lists of texts, or messages with `template` and `params`',
  }),
  code: z.enum(Object.keys(failureStatus) as [FailureCode, ...FailureCode[]]),
  errors: z
    .array(
      z.union([
        z.string(),
        z.object({ msg: z.string(), path: z.string().optional(), ...translatable }),
      ]),
    )
    .optional(),
  data: z.unknown().optional(),
})

export function failuresOf(of: Endpoint): FailureCode[] {
  const codes: FailureCode[] = ['malformed', 'internal', 'not_ready']
  if (of.needs !== 'public') codes.push('no_session')
  if (of.needs !== 'public' && !of.beforeSecondFactor) codes.push('second_factor_missing')
  if (Array.isArray(of.needs)) codes.push('not_permitted')
  if (of.params) codes.push('not_found')
  if (of.query || of.body) codes.push('invalid')
  // One person may have only so many lists of a past moment under way.
  if (of.query && 'asOf' in of.query.shape) codes.push('too_many')
  if (of.body || of.upload) codes.push('timed_out', 'too_large', 'unsupported_media_type')
  return [...new Set([...codes, ...(of.errors ?? [])])]
}
