import { say } from '@steward/i18n/sentence'
import { badRequest } from './scim-error.ts'
import { type Filter, parseFilter } from './scim-filter.rules.ts'
import { extensionAttribute } from './scim-resource.rules.ts'
import { type Attribute, attributeOf, commonAttributes, type ResourceType } from './scim-schemas.ts'

/** What an operation of a PATCH is about (RFC 7644, 3.5.2). */
export interface Path {
  /** The id of the extension that the attribute belongs to. */
  extension: string | null
  attribute: Attribute
  /** Which values of several are meant. */
  filter: Filter | null
  sub: Attribute | null
}

const maxPath = 2_500

/**
 * Reads a path such as `emails[type eq "work"].value`, with the id of its schema before it or not. Throws `invalidPath`.
 * @param isKey whether it is the key of an attribute in an object; an unknown one is null, as in a whole resource
 */
export function parsePath(type: ResourceType, sent: string, isKey = false): Path | null {
  if (sent.length > maxPath) throw noSuchPath(sent)
  const { schema, extensions } = type
  const lower = sent.toLowerCase()
  const extension = extensions.find(({ id }) => lower.startsWith(id.toLowerCase()))
  if (extension && lower.length === extension.id.length) {
    return { extension: null, attribute: extensionAttribute(extension), filter: null, sub: null }
  }
  const prefix = [extension?.id, schema.id].find(
    (id) => id && lower.startsWith(`${id.toLowerCase()}:`),
  )
  const bare = prefix ? sent.slice(prefix.length + 1) : sent
  const [, name = '', selected, sub] =
    /^([^.[\]]+)(?:\[(.*)\])?(?:\.([^.[\]]+))?$/s.exec(bare) ?? []
  const attributes = extension ? extension.attributes : [...commonAttributes, ...schema.attributes]
  const attribute = attributeOf(attributes, name)
  if (!attribute) {
    if (isKey) return null
    throw noSuchPath(sent)
  }
  const part = sub === undefined ? null : attributeOf(attribute.subAttributes, sub)
  const isSelectable = selected === undefined || (attribute.multiValued && attribute.subAttributes)
  if (part === undefined || !isSelectable) throw noSuchPath(sent)
  return {
    extension: extension?.id ?? null,
    attribute,
    filter: selected === undefined ? null : parseFilter(selected),
    sub: part,
  }
}

const noSuchPath = (path: string) =>
  badRequest(
    'invalidPath',
    say('There is no attribute at the path “{path}”.', { path: path.slice(0, 100) }),
  )
