import { isDeepStrictEqual } from 'node:util'
import { say } from '@steward/i18n/sentence'
import { badRequest } from './scim-error.ts'
import { type Filter, fits } from './scim-filter.rules.ts'
import { type Path, parsePath } from './scim-path.rules.ts'
import {
  attributeValue,
  mustBeFew,
  mustNameSchema,
  objectOf,
  type Resource,
} from './scim-resource.rules.ts'
import type { Attribute, ResourceType } from './scim-schemas.ts'

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const maxOperations = 1_000

/** One change of a resource (RFC 7644, 3.5.2). */
export interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string | null
  value: unknown
}

/** Reads the operations of a PATCH; their names may be written in any case, as Entra does. */
export function readOperations(body: unknown): Operation[] {
  const sent = objectOf(body)
  mustNameSchema(sent, patchSchema)
  const operations = sent['Operations'] ?? sent['operations']
  if (!Array.isArray(operations) || operations.length === 0) {
    throw badRequest('invalidSyntax', '“Operations” must have at least one operation.')
  }
  if (operations.length > maxOperations) {
    throw badRequest(
      'invalidSyntax',
      say('“Operations” can have at most {max} operations.', { max: maxOperations }),
    )
  }
  return operations.map((each) => {
    const { op, path, value } = objectOf(each)
    const name = String(op).toLowerCase()
    if (name !== 'add' && name !== 'replace' && name !== 'remove') {
      throw badRequest('invalidSyntax', '“op” must be add, replace or remove.')
    }
    if (path !== undefined && path !== null && typeof path !== 'string') {
      throw badRequest('invalidPath', 'A path is text.')
    }
    if (name === 'remove' && !path) {
      throw badRequest('noTarget', 'To remove something, a path is needed.')
    }
    if (name === 'add' && value === undefined) {
      throw badRequest('invalidValue', 'To add something, a value is needed.')
    }
    return { op: name, path: path || null, value }
  })
}

/** The operation as those on each attribute, where it names none itself. */
export function byAttribute({ op, path, value }: Operation): Operation[] {
  if (path !== null) return [{ op, path, value }]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('invalidValue', 'Without a path, the value must be an object of attributes.')
  }
  return Object.entries(value).map(([name, each]) => ({ op, path: name, value: each }))
}

/**
 * Applies the operations to a resource; throws `mutability`, `invalidPath`, `noTarget` or `invalidValue`.
 * @returns the resource as it is then
 */
export function patchResource(
  type: ResourceType,
  resource: Resource,
  operations: readonly Operation[],
): Resource {
  const patched = structuredClone(resource)
  for (const operation of operations) {
    for (const { op, path, value } of byAttribute(operation)) {
      const target = parsePath(type, path ?? '', operation.path === null)
      if (target === null) continue
      if (isSameIdentity(target, resource, value, operation)) continue
      mustBeWritable(target)
      if (target.attribute.mutability === 'writeOnly') continue
      apply(patched, op, target, value)
    }
  }
  return patched
}

/** Okta sends the id beside what it changes. */
export const isSameIdentity = (
  { attribute: { name } }: Pick<Path, 'attribute'>,
  resource: Resource,
  value: unknown,
  { path }: Operation,
): boolean =>
  path === null && (name === 'id' || name === 'schemas') && isDeepStrictEqual(value, resource[name])

export function mustBeWritable({ attribute, sub }: Pick<Path, 'attribute' | 'sub'>): void {
  if (attribute.mutability !== 'readOnly' && sub?.mutability !== 'readOnly') return
  const path = sub ? `${attribute.name}.${sub.name}` : attribute.name
  throw badRequest('mutability', say('“{path}” can’t be changed.', { path }))
}

function apply(resource: Resource, op: Operation['op'], target: Path, sent: unknown): void {
  const { attribute, extension } = target
  // The attributes of an extension stand within it.
  if (extension) resource[extension] ??= {}
  const holder = extension ? (resource[extension] as Resource) : resource
  const isEmpty = sent === null || sent === undefined || sent === ''
  if (op === 'remove' || isEmpty) remove(holder, target, op === 'remove' ? sent : undefined)
  else if (target.filter) setSelected(holder, op, target, target.filter, sent)
  else if (target.sub) setPart(holder, attribute, target.sub, sent)
  else setWhole(holder, op, attribute, sent)
  tidy(resource, extension)
}

function setWhole(
  holder: Resource,
  op: Operation['op'],
  attribute: Attribute,
  sent: unknown,
): void {
  const { name, multiValued, type } = attribute
  const value = attributeValue(attribute, sent)
  if (value === undefined) return
  if (multiValued && op === 'add') {
    const had = listOf(holder[name])
    const added = (value as Resource[]).filter(
      (each) => !had.some((one) => isDeepStrictEqual(one, each)),
    )
    holder[name] = withOnePrimary([...had, ...added], added)
    mustBeFew(holder[name] as Resource[], name)
  } else if (!multiValued && type === 'complex') {
    holder[name] = { ...(holder[name] as Resource), ...(value as Resource) }
  } else holder[name] = value
}

function setPart(holder: Resource, attribute: Attribute, sub: Attribute, sent: unknown): void {
  const { name, multiValued } = attribute
  const value = attributeValue(sub, sent, `${name}.${sub.name}`)
  if (!multiValued) {
    holder[name] = { ...(holder[name] as Resource), [sub.name]: value }
    return
  }
  const had = listOf(holder[name])
  holder[name] = (had.length > 0 ? had : [{}]).map((each) => ({ ...each, [sub.name]: value }))
}

function setSelected(
  holder: Resource,
  op: Operation['op'],
  { attribute, sub }: Path,
  filter: Filter,
  sent: unknown,
): void {
  const { name } = attribute
  const single = { ...attribute, multiValued: false }
  const value = sub
    ? { [sub.name]: attributeValue(sub, sent, `${name}.${sub.name}`) }
    : ((attributeValue(single, sent) ?? {}) as Resource)
  const had = listOf(holder[name])
  const changed: Resource[] = []
  const values = had.map((each) => {
    if (!fits(filter, each)) return each
    const now = { ...each, ...value }
    changed.push(now)
    return now
  })
  if (changed.length === 0) {
    // Entra adds a part of a value that isn't there yet.
    const described = op === 'add' ? describedBy(filter) : null
    if (!described) {
      throw badRequest('noTarget', say('No value of “{path}” fits the filter.', { path: name }))
    }
    const made = { ...((attributeValue(single, described) ?? {}) as Resource), ...value }
    values.push(made)
    changed.push(made)
  }
  mustBeFew(values, name)
  holder[name] = withOnePrimary(values, changed)
}

/** What a filter of equalities says of a value, such as that it is for work; null for another filter. */
function describedBy(filter: Filter): Resource | null {
  if (filter.op === 'eq') return { [filter.attrPath]: filter.compValue }
  if (filter.op !== 'and') return null
  const parts = filter.filters.map(describedBy)
  return parts.includes(null) ? null : Object.assign({}, ...parts)
}

/** @param value what to remove of several values; all where there is none */
function remove(holder: Resource, { attribute, sub, filter }: Path, value: unknown): void {
  const { name, multiValued, required } = attribute
  if (required && !sub) throw badRequest('mutability', say('“{path}” is required.', { path: name }))
  if (!multiValued) {
    if (!sub) delete holder[name]
    else if (holder[name]) delete (holder[name] as Resource)[sub.name]
    return
  }
  const isMeant = (each: Resource) => {
    if (filter) return fits(filter, each)
    return isListed(attribute, each, value)
  }
  const values = listOf(holder[name]).flatMap((each) => {
    if (!isMeant(each)) return [each]
    if (!sub) return []
    const { [sub.name]: _, ...others } = each
    return Object.keys(others).length > 0 ? [others] : []
  })
  holder[name] = values
}

/** Whether a value is one of those sent; a sent one may have only some of its parts. */
function isListed(attribute: Attribute, each: Resource, sent: unknown): boolean {
  if (sent === undefined || sent === null) return true
  const listed = (attributeValue(attribute, sent) ?? []) as Resource[]
  return listed.some((one) =>
    Object.entries(one).every(([part, value]) => isDeepStrictEqual(each[part], value)),
  )
}

/** A value that becomes the first choice takes that from the others (RFC 7644, 3.5.2). */
function withOnePrimary(values: Resource[], changed: readonly Resource[]): Resource[] {
  const first = changed.findLast((each) => each['primary'] === true)
  if (!first) return values
  return values.map((each) =>
    each['primary'] === true && each !== first ? { ...each, primary: false } : each,
  )
}

const listOf = (value: unknown): Resource[] => (Array.isArray(value) ? value : [])

/** Leaves out attributes that have lost their last value. */
function tidy(resource: Resource, extension: string | null): void {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  for (const holder of [extension ? (resource[extension] as Resource) : resource, resource]) {
    for (const [name, value] of Object.entries(holder ?? {})) {
      if (isEmpty(value)) delete holder[name]
    }
  }
}
