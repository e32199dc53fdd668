import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../calls/endpoint.ts'
import { endpoints } from '../calls/endpoints.ts'

/** What a schema takes, as JSON Schema has it. */
interface Node {
  type?: string | string[]
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  items?: Node
  prefixItems?: Node[]
  anyOf?: Node[]
  oneOf?: Node[]
  allOf?: Node[]
  $ref?: string
  $defs?: Record<string, Node>
}

type Path = readonly (string | number)[]

/** The paths at which a schema takes a text. */
function textsOf(node: Node, root: Node, path: Path = []): Path[] {
  const { $ref } = node
  if ($ref) return textsOf(root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}, root, path)
  const more = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
  return [
    ...([node.type].flat().includes('string') || Object.keys(node).length === 0 ? [path] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, of]) =>
      textsOf(of, root, [...path, name]),
    ),
    ...(typeof node.additionalProperties === 'object'
      ? textsOf(node.additionalProperties, root, [...path, 'any'])
      : []),
    ...(node.items ? textsOf(node.items, root, [...path, 0]) : []),
    ...(node.prefixItems ?? []).flatMap((of, at) => textsOf(of, root, [...path, at])),
    ...more.flatMap((of) => textsOf(of, root, path)),
  ]
}

/** A value that holds a text at a path, and nothing else. */
const holding = (path: Path, text: string): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === 0 ? [inner] : { [key]: inner }), text)

/**
 * What is compared with something that is there and never kept as it comes: who signs in, secrets, ids, the address of
 * a picture, names of permissions, queries, how a file is read, whose rows are held against the same
 * rule, and a call within a request for consent, which is held against that of the call.
 */
const neverKept = new RegExp(
  [
    /^session\.login email$/,
    / (passkey\.|response\.)/,
    /(password|currentPassword|code|setupCode|token|challengeId)$/,
    / (_id|id|role|users\.0|assignee|image|tab)$/,
    / (permissions|conditions|fieldRules)\.0\./,
    /^consents\.create (params|body)\./,
    /query\./,
    /^jobs\.create patch\.status$/,
    /^exports\.create columns\.0$/,
    /^imports\./,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const signs = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'

const bodies = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { body }]) => {
  if (!body) return []
  const root = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Node
  return textsOf(root, root).map((path) => ({ name, body, path }))
})

test('no text of any call holds a sign that turns the direction of the text around it', () => {
  const accepted = new Set<string>()
  for (const { name, body, path } of bodies) {
    for (const text of [...[...signs].map((sign) => `a${sign}b`), 'a\u2067b\u2069c']) {
      const { error } = body.safeParse(holding(path, text))
      const refused = error?.issues.some((issue) =>
        path.every((key, at) => at >= issue.path.length || issue.path[at] === key),
      )
      if (!refused) accepted.add(`${name} ${path.join('.')}`)
    }
  }
  expect([...accepted].filter((each) => !neverKept.test(each))).toEqual([])
  expect(bodies.length).toBeGreaterThan(100)
})
