import fc from 'fast-check'
import { z } from 'zod'

/** A JSON schema as Zod writes it; only what the contract's requests use. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
}

/** The JSON schema of what is sent. */
export const schemaOf = (of: z.ZodType | undefined): JsonSchema =>
  of
    ? (z.toJSONSchema(of, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as JsonSchema)
    : {}

/** A value as a query or a form holds it. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)

/**
 * Stands in a generated value for text that is known only once the request is made: an `_id` of a
 * record that the call is about, of any record, of a role, a token, the number of an entry of the audit
 * log, the password of who asks.
 */
export const placeholder = /@(own|any|role|token|entry|password):(\d+)@/g

/** What placeholders stand for. */
export type Known = Record<
  'own' | 'any' | 'role' | 'token' | 'entry' | 'password',
  readonly string[]
>

/** Text that a placeholder of this kind stands for. */
export const known = (kind: keyof Known) => fc.nat(1_000).map((n) => `@${kind}:${n}@`)

const ids = fc.oneof({ weight: 4, arbitrary: known('own') }, known('any'), fc.uuid())

/** Times that are some. */
export const times = fc.oneof(
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    '2026-01-31',
    '0001-01-01',
    '9999-12-31',
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    '2026-02-29',
    '1582-10-10',
    '2026-03-29T02:30:00+01:00',
  ),
)

/** Text that people type. */
export const words = fc.oneof(
  fc.constantFrom(
    'Ada',
    'Zürich',
    'ﬁ',
    'ı̇',
    '👩‍👩‍👧',
    'EUR',
    'active',
    'true',
    '7',
    'مرحبا',
    '%',
    '_',
    '\\',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.lorem({ maxCount: 3 }),
)

const emails = fc.oneof(
  fc.nat(9_999).map((n) => `fuzz-${n}@example.com`),
  fc.emailAddress(),
)

/** What a field of this name most likely holds. */
const byName: [RegExp, fc.Arbitrary<string>][] = [
  [/^token$/, known('token')],
  [/email/i, emails],
  [/^role$/, known('role')],
  [
    /(^_?id$|Id$|^(ids|users|userId|record|actor|author|seller|assignee|host|parent|category)$)/,
    ids,
  ],
  [/(At$|^(from|to)$)/, times],
  [/password/i, fc.oneof(known('password'), fc.constant('a fine long password'))],
  [/^(page|limit)$/, fc.integer({ min: 1, max: 100 }).map(String)],
  [/(^image$|url)/i, fc.constantFrom('', '/uploads/nothing.webp', 'data:,')],
]

function text(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 300 } = schema
  if (format === 'uuid') return ids
  const likely = byName.find(([names]) => names.test(name))?.[1]
  if (pattern !== undefined) return likely ?? fc.stringMatching(new RegExp(pattern))
  const any = fc.oneof(words, fc.string({ minLength, maxLength: Math.min(maxLength, 300) }))
  return likely
    ? fc.oneof({ weight: 5, arbitrary: likely }, any, known('entry'))
    : fc.oneof(any, ids)
}

const clamp = (schema: JsonSchema) => ({
  min: Math.max(schema.minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  max: Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
})

/**
 * Values that fit a schema, as far as a JSON schema can tell.
 * @param name the field that holds it
 */
export function fitting(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, name)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, name)))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(
        fc.maxSafeInteger(),
        fc.integer(clamp(schema)),
        fc.integer({ min: 0, max: 9 }),
      )
    case 'number':
      return fc.double({ noNaN: true })
    case 'string':
      return text(schema, name)
    case 'array': {
      const minLength = schema.minItems ?? 0
      const maxLength = Math.min(schema.maxItems ?? 4, minLength + 4)
      return fc.array(fitting(schema.items ?? {}, name), { minLength, maxLength })
    }
    case 'object':
      return record(schema)
    default:
      return fc.oneof(words, fc.jsonValue())
  }
}

function record({ properties, required = [], additionalProperties }: JsonSchema) {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {}
    return fc.dictionary(words, fitting(values), { maxKeys: 4, noNullPrototype: true })
  }
  const fields = Object.entries(properties).map(([name, of]) => [name, fitting(of, name)])
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  // A few at a time: of many at once, one is nearly always refused.
  return fc
    .tuple(
      fc.record<Record<string, unknown>>(Object.fromEntries(fields), { noNullPrototype: true }),
      fc.shuffledSubarray(optional, { maxLength: Math.min(optional.length, 3) }),
    )
    .map(([all, chosen]) =>
      Object.fromEntries([...required, ...chosen].map((name) => [name, all[name]])),
    )
}
