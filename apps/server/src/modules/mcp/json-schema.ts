import { z } from 'zod'

/** A JSON Schema as an object, in draft 2020-12. */
export type JsonSchema = { [key: string]: unknown } & {
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/** The JSON Schema of what a schema takes (`input`) or gives (`output`), without the dialect. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return withoutTypeLists(rest) as JsonSchema
}

/** Writes several types as one schema each, at every depth, since not every client maps a list of types. */
function withoutTypeLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypeLists)
  if (typeof value !== 'object' || value === null) return value
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutTypeLists(each)]),
  )
  const { type, description, default: usual, ...rest } = schema
  if (!Array.isArray(type)) return schema
  return {
    anyOf: type.map((each) => (each === 'null' ? { type: each } : { ...rest, type: each })),
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
  }
}

/** The values of a query, which are texts in an address, as the values that an agent sends. */
export function queryProperties(query: z.ZodObject): Record<string, JsonSchema> {
  const { properties = {} } = jsonSchemaOf(query, 'input')
  const { properties: read = {} } = jsonSchemaOf(query, 'output')
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, asValue(schema, read[name])]),
  )
}

/** @param read the schema of what the text is read as, which has the limits of a number */
function asValue(schema: JsonSchema, read: JsonSchema = {}): JsonSchema {
  const [several, one] = schema.anyOf ?? []
  // Several values or one of them: an agent may as well send a list of one.
  if (several?.type === 'array' && one && schema.anyOf?.length === 2) {
    const { anyOf: _, ...rest } = schema
    return { ...rest, ...several }
  }
  const { pattern, enum: words, type: _, default: usual, ...rest } = schema
  if (Array.isArray(words) && words.join() === 'true,false') return { ...rest, type: 'boolean' }
  if (typeof pattern !== 'string' || !/^\^-\?\\d|^\^\\d\{1,13\}/.test(pattern)) return schema
  const positive = !pattern.startsWith('^-')
  const { maximum, default: unless = usual } = read
  return {
    ...rest,
    type: 'integer',
    ...(positive && { minimum: 1 }),
    ...(typeof maximum === 'number' && { maximum }),
    ...(unless !== undefined && { default: Number(unless) }),
  }
}

// A type, since an interface would not do as one with further keys.
export type ObjectSchema = {
  type: 'object'
  properties: Record<string, JsonSchema>
  required?: string[]
  additionalProperties: boolean
  $defs?: Record<string, JsonSchema>
}

/** An object that takes these properties and no others. */
export const objectOf = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
  $defs?: Record<string, JsonSchema>,
): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
  ...($defs && { $defs }),
})
