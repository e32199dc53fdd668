import type { FieldKind, Fields } from '@steward/contract/areas/field'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { isObject, numberOf, objectsIn, textOf, timeOf } from './read.ts'
import type { Reference } from './records.ts'

/**
 * Reads a record as any server may answer it, in place. Each field that is there becomes what its kind says, or null
 * where it says nothing; a field that the server leaves out stays left out.
 * @param fields those of its area; without any, only its id is read
 * @returns null for what is no record
 */
export function readRecord(
  fields: Fields | undefined,
  record: unknown,
): Record<string, unknown> | null {
  if (!isObject(record)) return null
  // Users of other servers have an `id` (specification section 3).
  record['_id'] = textOf(record['_id']) ?? textOf(record['id']) ?? ''
  if (!fields) return record
  for (const [name, { kind }] of [...Object.entries(fields), ...others])
    if (name in record) record[name] = readField(name, kind, record[name])
  return record
}

/** What records have beside their fields. */
const others: readonly [string, { kind: FieldKind }][] = [
  ['version', { kind: 'count' }],
  ['comments', { kind: 'other' }],
]

function readField(name: string, kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'person':
    case 'namedPerson':
    case 'reference':
      return readReference(value)
    case 'count':
    case 'money':
      return numberOf(value)
    case 'time':
    case 'day':
      return readTime(value)
    case 'flag':
      return typeof value === 'boolean' ? value : null
    case 'pictures':
      return Array.isArray(value) ? value.filter(textOf) : []
    case 'other':
    case 'record':
      if (name in parts)
        return Array.isArray(value) ? parts[name as keyof typeof parts](value) : null
      return isObject(value) ? value : textOf(value)
    default:
      return textOf(value)
  }
}

/** Fields that are lists of parts. */
const parts = {
  permissions: readModules,
  questions: (value: unknown) =>
    objectsIn(value).map(({ text, options }) => ({
      text: textOf(text) ?? '',
      options: objectsIn(options).map((option) => ({
        text: textOf(option['text']) ?? '',
        votes: Math.max(0, numberOf(option['votes']) ?? 0),
      })),
    })),
  reports: (value: unknown) =>
    objectsIn(value).map(({ reason, reporter, at }) => ({
      reason: textOf(reason),
      reporter: readReference(reporter)?.name ?? null,
      at: readTime(at),
    })),
  comments: (value: unknown) =>
    objectsIn(value).map(({ author, text, createdAt }) => ({
      author: readReference(author),
      text: textOf(text),
      createdAt: readTime(createdAt),
    })),
}

/** Permission modules; what has no name is left out. */
export function readModules(value: unknown): PermissionModule[] {
  return objectsIn(value)
    .filter(({ module }) => textOf(module))
    .map(({ module, submodules }) => ({
      module: String(module),
      submodules: objectsIn(submodules)
        .filter(({ name }) => textOf(name))
        .map(({ name, actions }) => ({
          name: String(name),
          actions: (isObject(actions) ? actions : {}) as Record<string, boolean>,
        })),
    }))
}

/** A record that another one names: an object, or a name alone; null where it names nothing. */
export function readReference(value: unknown): Reference | null {
  if (!isObject(value)) {
    const name = typeof value === 'string' ? textOf(value) : null
    return name === null ? null : { _id: null, name, image: null }
  }
  const named = {
    _id: textOf(value['_id']) ?? textOf(value['id']),
    name: textOf(value['name']),
    image: textOf(value['image']),
  }
  return named._id === null && named.name === null ? null : named
}

function readTime(value: unknown): string | null {
  if (typeof value === 'string' && /^\d{4}-\d\d/.test(value)) return value
  const at = timeOf(value)
  return at === null ? null : new Date(at).toISOString()
}
