import { invalidValue } from '../protocol/scim-error.ts'
import type { Resource } from '../protocol/scim-resource.rules.ts'
import type { ResourceType } from '../protocol/scim-schemas.ts'

/** Which attributes an answer has (RFC 7644, 3.9). */
export interface Projection {
  /** Whether a top-level attribute is to be read at all. */
  wants(attribute: string): boolean
  /** The resource with what was asked for; `id` and `schemas` always. */
  of(resource: Resource): Resource
}

const maxPaths = 100

/** Reads `attributes` and `excludedAttributes`, of which only one may be given. */
export function parseProjection(type: ResourceType, sent: Record<string, unknown>): Projection {
  const only = pathsOf('attributes', type, sent['attributes'])
  const without = pathsOf('excludedAttributes', type, sent['excludedAttributes'])
  if (only && without) throw invalidValue('excludedAttributes', 'can’t be given with attributes')
  const always = ['id', 'schemas']
  const wants = (attribute: string) => {
    const name = attribute.toLowerCase()
    if (always.includes(name)) return true
    if (only) return only.some(([first]) => first === name)
    return !without?.some(([first, sub]) => first === name && sub === undefined)
  }
  return {
    wants,
    of: (resource) =>
      Object.fromEntries(
        Object.entries(resource).flatMap(([name, value]) => {
          if (!wants(name)) return []
          const subs = (only ?? without ?? [])
            .filter(([first]) => first === name.toLowerCase())
            .map(([, sub]) => sub)
          // The whole attribute was asked for, or no part of it left out.
          if (subs.length === 0 || subs.includes(undefined)) return [[name, value]]
          return [[name, partsOf(value, (part) => subs.includes(part) === (only !== null))]]
        }),
      ),
  }
}

type Path = [attribute: string, sub: string | undefined]

function pathsOf(name: string, type: ResourceType, sent: unknown): Path[] | null {
  if (sent === undefined || sent === '') return null
  const paths = [sent].flat(2).flatMap((each) => String(each).split(','))
  if (paths.length > maxPaths) throw invalidValue(name, 'names too many attributes')
  return paths.map((each) => pathOf(type, each.trim().toLowerCase()))
}

function pathOf({ schema, extensions }: ResourceType, path: string): Path {
  const own = `${schema.id.toLowerCase()}:`
  const extension = extensions.find(({ id }) => path.startsWith(id.toLowerCase()))
  if (extension)
    return [extension.id.toLowerCase(), path.slice(extension.id.length + 1) || undefined]
  const bare = path.startsWith(own) ? path.slice(own.length) : path
  const [attribute = '', sub] = bare.split('.')
  return [attribute, sub]
}

function partsOf(value: unknown, keeps: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => partsOf(each, keeps))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name.toLowerCase())))
}
