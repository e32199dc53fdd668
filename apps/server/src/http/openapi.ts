import { answerSchema, type Endpoint, failureSchema, failuresOf } from '@steward/contract/endpoint'
import { endpoints } from '@steward/contract/endpoints'
import { failureStatus } from '@steward/contract/errors'
import { permissionName } from '@steward/contract/permissions'
import { z } from 'zod'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return rest
}

/** Parameters of a path or query, one for each field of a schema. */
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

/** A body as JSON and, where it holds files, as a form; fields that are no text are JSON text there. */
function bodyContent(body: z.ZodObject, files: readonly string[] | undefined) {
  const schema = schemaOf(body, 'input')
  const json = { 'application/json': { schema } }
  if (!files) return json
  const binary = Object.fromEntries(
    files.map((name) => [name, { type: 'string', format: 'binary' }]),
  )
  const properties = { ...schema.properties, ...binary }
  return { ...json, 'multipart/form-data': { schema: { ...schema, properties } } }
}

function operationOf(name: string, endpoint: Endpoint) {
  const { needs } = endpoint
  const permissions = Array.isArray(needs) ? needs.map(permissionName) : []
  const failures = Map.groupBy(failuresOf(endpoint), (code) => failureStatus[code])
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    description:
      needs === 'public'
        ? 'Public; a bearer token is passed over.'
        : needs === 'session'
          ? 'Needs a session.'
          : `Needs ${permissions.join(' or ')}.`,
    ...(needs === 'public' ? { security: [] } : { 'x-permissions': permissions }),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: bodyContent(endpoint.body, endpoint.files),
          },
        }
      : {}),
    ...(endpoint.upload
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            },
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: endpoint.file
          ? { [endpoint.file]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: schemaOf(answerSchema(endpoint), 'output') } },
      },
      ...Object.fromEntries(
        [...failures].map(([status, codes]) => [
          status,
          {
            description: codes.join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        ]),
      ),
    },
  }
}

/**
 * The contract as an OpenAPI 3.1 document, from the endpoint records themselves.
 * @param publicUrl where people reach Steward
 */
export function openApiDocument(publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = `/${endpoint.path}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Steward',
      version: '0.1.0',
      description: 'The HTTP contract of the back office.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ bearer: [] }],
    paths: localReferences(paths),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(failureSchema, 'output') },
    },
  }
}

/**
 * Schemas with a name of their own stand under `$defs` of each schema that uses them; OpenAPI's
 * tools follow a reference only from the root of the document, so it is put in place.
 */
function localReferences(value: unknown, definitions: Record<string, unknown> = {}): unknown {
  if (Array.isArray(value)) return value.map((each) => localReferences(each, definitions))
  if (typeof value !== 'object' || value === null) return value
  const { $defs, ...rest } = value as Record<string, unknown>
  const known = { ...definitions, ...($defs as Record<string, unknown> | undefined) }
  const reference = /^#\/\$defs\/(.+)$/.exec(String(rest.$ref))?.[1]
  if (reference && known[reference]) return localReferences(known[reference], known)
  return Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, localReferences(each, known)]),
  )
}
