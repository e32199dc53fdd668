import { flawOfLine, flawOfText } from '@steward/contract/values/characters'
import { characters } from '@steward/contract/values/text'
import { say } from '@steward/i18n/sentence'
import { badRequest, invalidValue } from './scim-error.ts'
import { type Attribute, attributeOf, commonAttributes, type ResourceType } from './scim-schemas.ts'

/** A resource by the names of its attributes; those of an extension stand below the extension's id. */
export type Resource = Record<string, unknown>

const maxText = 2_000
const maxValues = 50

export function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>
  }
  throw badRequest('invalidSyntax', 'The body of the request must be a JSON object.')
}

/** Refuses a body whose `schemas` don't name its schema (RFC 7643, 3). */
export function mustNameSchema(body: Record<string, unknown>, schema: string): void {
  const named = attributeIn(body, 'schemas')
  const isNamed =
    Array.isArray(named) &&
    named.some((each) => String(each).toLowerCase() === schema.toLowerCase())
  if (isNamed) return
  throw badRequest('invalidSyntax', say('“schemas” must name {schema}.', { schema }))
}

const attributeIn = (body: Record<string, unknown>, name: string): unknown =>
  Object.entries(body).find(([key]) => key.toLowerCase() === name)?.[1]

/** Reads a resource that is sent whole: what is read-only or unknown is left out (RFC 7644, 3.3 and 3.5.1). */
export function readResource(type: ResourceType, body: unknown): Resource {
  const sent = objectOf(body)
  mustNameSchema(sent, type.schema.id)
  const resource: Resource = {}
  for (const [key, value] of Object.entries(sent)) {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === key.toLowerCase())
    const common = [...commonAttributes, ...type.schema.attributes]
    const attribute = extension
      ? extensionAttribute(extension)
      : attributeOf(type.name === 'Group' ? withoutMembers(common) : common, key)
    if (!attribute || !isKept(attribute)) continue
    const read = attributeValue(attribute, value)
    if (read !== undefined) resource[attribute.name] = read
  }
  return resource
}

/** Members are read as ids alone, as there may be thousands (`scim-group.rules.ts`). */
const withoutMembers = (attributes: readonly Attribute[]) =>
  attributes.filter(({ name }) => name !== 'members')

/** An extension as if it were one attribute with parts. */
export const extensionAttribute = ({
  id,
  attributes,
  description,
}: ResourceType['schema']): Attribute => ({
  name: id,
  type: 'complex',
  description,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  subAttributes: attributes,
})

/** Whether an attribute is kept as it is sent; a password never is. */
export const isKept = ({ mutability }: Attribute): boolean =>
  mutability !== 'readOnly' && mutability !== 'writeOnly'

/** Reads what an attribute is sent as; undefined where it has no value (RFC 7643, 2.5). */
export function attributeValue(
  attribute: Attribute,
  sent: unknown,
  path = attribute.name,
): unknown {
  if (!attribute.multiValued) return oneValueOf(attribute, alone(attribute, sent, path), path)
  const values = (Array.isArray(sent) ? sent : [sent]).flatMap((each) => {
    const value = oneValueOf(attribute, each, path)
    return value === undefined ? [] : [value]
  })
  mustBeFew(values, path)
  const primary = values.filter((each) => (each as Resource)['primary'] === true)
  if (primary.length > 1) throw invalidValue(path, 'must have one primary value at the most')
  return values.length > 0 ? values : undefined
}

export function mustBeFew(values: readonly unknown[], path: string): void {
  if (values.length <= maxValues) return
  throw invalidValue(path, say('must have at most {max} values', { max: maxValues }))
}

/** A single value may come as a list of one, or within an object, from older versions of Entra. */
function alone({ type }: Attribute, sent: unknown, path: string): unknown {
  const [first, ...more] = Array.isArray(sent) ? sent : [sent]
  if (more.length > 0) throw invalidValue(path, 'must be a single value')
  const isWrapped =
    Array.isArray(sent) && type !== 'complex' && typeof first === 'object' && first !== null
  return isWrapped ? (first as Resource)['value'] : first
}

function oneValueOf(attribute: Attribute, sent: unknown, path: string): unknown {
  if (sent === null || sent === undefined || sent === '') return undefined
  if (attribute.type === 'complex') return partsOf(attribute, sent, path)
  if (attribute.type === 'boolean') return flagOf(sent, path)
  if (typeof sent !== 'string') throw invalidValue(path, 'must be text')
  if (sent.length > maxText) {
    throw invalidValue(path, say('must have at most {max} characters', { max: maxText }))
  }
  const flaw = flawOfText(sent)
  if (flaw) throw invalidValue(path, flaw)
  return sent
}

/** A flag comes as text from some providers, in any case. */
function flagOf(sent: unknown, path: string): boolean {
  const text = String(sent).toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidValue(path, 'must be true or false')
}

function partsOf({ subAttributes }: Attribute, sent: unknown, path: string): Resource | undefined {
  const isText = typeof sent === 'string' && attributeOf(subAttributes, 'value')
  if (!isText && (typeof sent !== 'object' || Array.isArray(sent))) {
    throw invalidValue(path, 'must be an object')
  }
  const parts = isText ? { value: sent } : (sent as Record<string, unknown>)
  const read: Resource = {}
  for (const [key, value] of Object.entries(parts)) {
    const sub = attributeOf(subAttributes, key)
    if (!sub || !isKept(sub)) continue
    const part = attributeValue(sub, value, `${path}.${sub.name}`)
    if (part !== undefined) read[sub.name] = part
  }
  return Object.keys(read).length > 0 ? read : undefined
}

export function mustBeText(path: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalidValue(path, 'is required')
}

/** A line of text, trimmed; throws `invalidValue`. */
export function lineOf(path: string, sent: string, max: number): string {
  const text = sent.trim()
  const flaw = flawOfLine(text)
  if (flaw) throw invalidValue(path, flaw)
  if (text === '') throw invalidValue(path, 'must not be empty')
  if (characters(text) <= max) return text
  throw invalidValue(path, say('must have at most {max} characters', { max }))
}
