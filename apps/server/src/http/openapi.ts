import { isDeepStrictEqual } from 'node:util'
import { areas } from '@steward/contract/areas/areas'
import {
  answerSchema,
  type Endpoint,
  failureSchema,
  failuresOf,
} from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import { failureStatus } from '@steward/contract/calls/errors'
import {
  keptHours,
  keyFailures,
  keyHeader,
  maxKeyLength,
  replayedHeader,
  takesKey,
} from '@steward/contract/calls/idempotency'
import type { EndpointName } from '@steward/contract/calls/routes'
import { permissionName } from '@steward/contract/permissions/permissions'
import { msg, type Translator } from '@steward/i18n/reader'
import { z } from 'zod'
import { translatorIn } from '../languages.ts'
import { version } from '../version.ts'

/** The tag of each call in the document, by the first part of the call's name. */
const parts: Readonly<Record<string, string>> = {
  session: msg('Signing in and out'),
  accounts: msg('Registration, approval, invitations, and links that set a password'),
  profile: msg('The own account and its sessions'),
  secondFactor: msg('Codes of an app, passkeys and recovery codes'),
  permissions: msg('What the own role permits, and who may grant what is missing'),
  dashboard: msg('Counts, trends and roles'),
  ...Object.fromEntries(Object.entries(areas).map(([name, { title }]) => [name, title])),
  roles: msg('Roles and what they permit'),
  accessReview: msg('Who holds which permission, and when they last used it'),
  users: msg('Admins, business users and members'),
  jobs: msg('Changes of many records'),
  exports: msg('Lists as files'),
  imports: msg('Records from files'),
  auditLog: msg('Who changed what, and when'),
  live: msg('Changes as they happen'),
  trash: msg('Deleted records'),
  savedViews: msg('Saved views: names of addresses of lists'),
  words: msg('What the community calls things'),
  search: msg('Records of all areas at once'),
  changes: msg('The audit log in its order, for what analyses it elsewhere'),
  serviceAccounts: msg('Accounts without a person, and their keys'),
  webhooks: msg('Webhooks, which tell other programs of changes'),
  loans: msg('Permissions on loan, which people ask for and colleagues grant'),
  temporaryRoles: msg('Roles until a time, beside one’s own'),
  proposals: msg('Changes that agents propose and people decide about'),
  consents: msg('What needs the consent of a second person, and requests for it'),
  privacy: msg('Exports and erasures of people, and how long personal data is kept'),
  agentBounds: msg('Bounds within which agents propose'),
  identityProviders: msg('Where people sign in by OpenID Connect, and whether passwords do'),
  openid: msg('Signing in at an identity provider, and one’s own account there'),
  provisioning: msg('Accounts and roles that identity providers provision by SCIM'),
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return rest
}

const binary = { type: 'string', format: 'binary' }
const content = (type: string, schema: unknown) => ({ content: { [type]: { schema } } })

function parametersOf(where: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
    ...(where === 'query' ? { style: 'form', explode: true } : {}),
  }))
}

function bodyOf({ body, files = [], upload }: Endpoint) {
  if (upload)
    return { requestBody: { required: true, ...content('application/octet-stream', binary) } }
  if (!body) return {}
  const schema = schemaOf(body, 'input')
  const properties = {
    ...schema.properties,
    ...Object.fromEntries(files.map((name) => [name, binary])),
  }
  const form = files.length > 0 && { 'multipart/form-data': { schema: { ...schema, properties } } }
  return {
    requestBody: {
      required: !body.safeParse({}).success,
      content: { 'application/json': { schema }, ...form },
    },
  }
}

function answerOf(endpoint: Endpoint) {
  const text = endpoint.stream ?? endpoint.file
  if (text) return content(text, { type: 'string' })
  return content('application/json', schemaOf(answerSchema(endpoint), 'output'))
}

const keyParameter = ({ t }: Translator) => ({
  name: keyHeader,
  in: 'header',
  required: false,
  description: t(
    "Names this one change. The same request with the same key, within {keptHours} hours, changes nothing again and gets the first answer again; a key is the person's own. The same request is the same call, path, query and body as they are once they are checked: the order of fields, and fields that the call doesn't know, don't matter; of a file its bytes count. Another request with the same key is 409.",
    { keptHours },
  ),
  schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
})

const replayed = ({ t }: Translator) => ({
  description: t('Whether this is the first answer again.'),
  schema: { type: 'string', enum: ['true'] },
})

function whoMay(needs: Endpoint['needs'], permissions: readonly string[], t: Translator['t']) {
  if (needs === 'public') return t('Public; a bearer token is passed over.')
  if (needs === 'session') return t('Needs a session.')
  const either = permissions.reduce((one, other) => t('{one} or {other}', { one, other }))
  return t('Needs {permissions}.', { permissions: either })
}

function operationOf(name: EndpointName, endpoint: Endpoint, { t }: Translator) {
  const { needs } = endpoint
  const permissions = Array.isArray(needs) ? needs.map(permissionName) : []
  const keyed = takesKey(endpoint)
  const codes = [...failuresOf(endpoint), ...(keyed ? keyFailures : [])]
  const failures = Map.groupBy(codes, (code) => failureStatus[code])
  return {
    operationId: name,
    tags: [name.slice(0, name.indexOf('.'))],
    summary: t(endpoint.summary),
    description: [whoMay(needs, permissions, t), endpoint.description && t(endpoint.description)]
      .filter(Boolean)
      .join(' '),
    ...(needs === 'public' ? { security: [] } : { 'x-permissions': permissions }),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...(keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...bodyOf(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: t('Done'),
        ...(keyed && {
          headers: { [replayedHeader]: { $ref: '#/components/headers/IdempotentReplayed' } },
        }),
        ...answerOf(endpoint),
      },
      ...Object.fromEntries(
        [...failures].map(([status, codes]) => [
          status,
          {
            description: codes.join(', '),
            ...content('application/json', { $ref: '#/components/schemas/Failure' }),
          },
        ]),
      ),
    },
  }
}

/** The paths and schemas of all endpoints. */
function describeAll(translator: Translator) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = `/${endpoint.describedPath ?? endpoint.path}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, translator),
    }
  }
  const schemas: Record<string, unknown> = {}
  const failure = hoisted(schemaOf(failureSchema, 'output'), schemas)
  schemas['Failure'] ??= failure
  return translated({ paths: hoisted(paths, schemas), schemas }, translator) as {
    paths: unknown
    schemas: Record<string, unknown>
  }
}

/** A document whose descriptions by the contract's schemas are in the reader's language. */
function translated(value: unknown, translator: Translator): unknown {
  if (Array.isArray(value)) return value.map((each) => translated(each, translator))
  if (typeof value !== 'object' || value === null) return value
  const { t, knows } = translator
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === 'description' && typeof each === 'string' && knows(each)
        ? [key, t(each)]
        : [key, translated(each, translator)],
    ),
  )
}

/**
 * Makes the OpenAPI 3.1 document from the contract's endpoints; its paths and schemas when they are first read.
 * @param language of its descriptions
 */
export function openApiDocument(publicUrl: string, language = 'en'): Record<string, unknown> {
  const translator = translatorIn(language)
  const { t } = translator
  let made: ReturnType<typeof describeAll> | undefined
  const described = () => {
    made ??= describeAll(translator)
    return made
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Steward',
      version,
      description: [
        t('The HTTP contract of the back office.'),
        t(
          'A write that changes nothing is a 200 that leaves version, updatedAt and the audit log as they are.',
        ),
        t(
          'Signs that turn the direction of text (U+202A–202E, U+2066–2069) are a 422 in names, titles, addresses and texts alike.',
        ),
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ bearer: [] }],
    tags: Object.entries(parts).map(([name, description]) => ({
      name,
      description: t(description),
    })),
    get paths() {
      return described().paths
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: { IdempotencyKey: keyParameter(translator) },
      headers: { IdempotentReplayed: replayed(translator) },
      get schemas() {
        return described().schemas
      },
    },
  }
}

/** Moves the `$defs` of schemas to the components of the document, which `schemas` collects. */
function hoisted(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => hoisted(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $defs = {}, ...rest } = value as Record<string, unknown>
  for (const [name, schema] of Object.entries($defs as Record<string, unknown>)) {
    const own = hoisted(schema, schemas)
    if (name in schemas && !isDeepStrictEqual(schemas[name], own)) {
      throw new Error(`two different schemas of the contract are called ${name}`)
    }
    schemas[name] = own
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [
      key,
      key === '$ref'
        ? String(each).replace(/^#\/\$defs\//, '#/components/schemas/')
        : hoisted(each, schemas),
    ]),
  )
}
