import multipart from '@fastify/multipart'
import type { Endpoint } from '@steward/contract/calls/endpoint'
import { msg } from '@steward/i18n/reader'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Failure, invalidField } from './failure.ts'

/** The maximum size of a file, and of all other fields of a form together, in bytes. */
const maxFile = 5 * 1_048_576
const maxFields = 1_048_576

export const expectsJson = (): Failure =>
  new Failure('unsupported_media_type', 'This call expects JSON (application/json).')

export interface Form {
  body: Record<string, unknown>
  files: Record<string, Uint8Array>
}

export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxFile, fieldSize: maxFields, fields: 100, files: 5, headerPairs: 20 },
  })
}

/** The fields that are JSON text within a form. */
export function structuredFields(body: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const kinds = (schema: unknown): string[] => {
    const { type, anyOf = [] } = schema as { type?: string | string[]; anyOf?: unknown[] }
    return type ? [type].flat() : anyOf.flatMap(kinds)
  }
  return new Set(
    Object.keys(properties).filter((name) => {
      const found = kinds(properties[name])
      return found.length > 0 && !found.includes('string')
    }),
  )
}

/** Reads a multipart form; throws `malformed`, `too_large` or `invalid`. */
export async function readForm(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'files'>,
  structured: ReadonlySet<string>,
): Promise<Form> {
  const form: Form = { body: {}, files: {} }
  let room = maxFields
  const keep = (name: string, text: string) => {
    room -= Buffer.byteLength(text)
    if (room < 0) throw tooLarge(msg('The fields of the form are larger than 1 MB.'))
    addField(form.body, name, text, structured)
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw tooLarge(msg('A field of the form is larger than 1 MB.'))
        const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        keep(part.fieldname, text)
        continue
      }
      const bytes = await part.toBuffer()
      if (endpoint.files?.includes(part.fieldname)) {
        if (bytes.length === 0) {
          // A browser sends this where no file was chosen.
          if (!part.filename) continue
          throw invalidField(part.fieldname, 'is an empty file. Choose another one')
        }
        if (form.files[part.fieldname]) throw invalidField(part.fieldname, 'must be one file')
        form.files[part.fieldname] = bytes
      } else if (part.mimetype === 'application/json') {
        keep(part.fieldname, bytes.toString('utf8'))
      } else {
        throw invalidField(part.fieldname, 'can’t be a file')
      }
    }
    return form
  } catch (error) {
    throw failureOfForm(error)
  }
}

function addField(body: Form['body'], name: string, text: string, structured: ReadonlySet<string>) {
  if (structured.has(name) && text.trim() === '') return
  const value = structured.has(name) ? parse(name, text) : text
  // A field that is sent twice becomes a list, which the schema of a text field refuses.
  body[name] = Object.hasOwn(body, name) ? [body[name], value].flat() : value
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new Error('no key of ours')
      return value
    })
  } catch {
    throw invalidField(name, 'must be JSON text')
  }
}

const tooLarge = (sentence: string) => new Failure('too_large', sentence)

function failureOfForm(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code = '', part } = error as { code?: string; part?: { fieldname: string } }
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const errors = [{ msg: 'must have at most 5 MB', path: part?.fieldname ?? '' }]
    return new Failure('too_large', 'The file is larger than 5 MB. Choose a smaller one.', {
      errors,
    })
  }
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return tooLarge('The form has too many parts.')
  return new Failure('malformed', 'The form is incomplete or isn’t a multipart form.')
}
