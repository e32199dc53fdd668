import type { FieldKind, Fields } from '@steward/contract/areas/field'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { isObject, numberOf, objectsIn, textOf, timeOf } from './read.ts'
import type { Reference } from './records.ts'

/**
 * Normalises a record as any server may answer it, in place. Each field that is there becomes what its kind says, or null
 * where it says nothing; a field that the server leaves out stays left out.
 * Lists of parts, such as the questions of a poll, are left to their area.
 * @param fields those of its area
 * @returns null for what is no record
 */
export function readRecord(fields: Fields, record: unknown): Record<string, unknown> | null {
  if (!isObject(record)) return null
  // Users of other servers have an `id` (specification section 3).
  record['_id'] = textOf(record['_id']) ?? textOf(record['id']) ?? ''
  for (const name in record) {
    const kind = name === 'version' ? 'count' : fields[name]?.kind
    if (kind) record[name] = readField(name, kind, record[name])
  }
  return record
}

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
      return Array.isArray(value) ? value.filter(textOf) : null
    case 'other':
    case 'record':
      if (name === 'permissions') return Array.isArray(value) ? readModules(value) : null
      if (Array.isArray(value)) return objectsIn(value)
      return isObject(value) ? value : textOf(value)
    default:
      return textOf(value)
  }
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
