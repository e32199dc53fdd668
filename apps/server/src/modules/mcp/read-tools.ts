import { kebabOf } from '@steward/contract/areas/area-lists'
import { areaNames, areas, type Named } from '@steward/contract/areas/areas'
import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import { sentQuery } from '@steward/contract/calls/sent-query'
import { pagination } from '@steward/contract/lists/listing'
import type { Permission } from '@steward/contract/permissions/permissions'
import { mustBeOneOf } from '@steward/contract/values/said'
import { z } from 'zod'
import type { DirectCall } from '../../http/direct-call.ts'
import { validate } from '../../http/validate.ts'
import { refuseUnknown } from './arguments.ts'
import { type JsonSchema, jsonSchemaOf, objectOf, queryProperties } from './json-schema.ts'
import { snakeOf, type Tool } from './tool.ts'
import { notice, untrustedFields, untrustedSchema } from './untrusted.ts'

const id: JsonSchema = { type: 'string', format: 'uuid', description: 'The _id of a record' }
const asOf: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'The moment that the answer is of',
}

/** The calls of every area that read, by the second part of their names; `totals` only some have. */
const verbs: Record<string, { verb: string; title: (area: Named) => string; description: string }> =
  {
    list: {
      verb: 'list',
      title: ({ many }) => `List ${many}`,
      description:
        'One page of at most 100 records, with the exact total in `pagination`. Several filters must all match, unless `match` is any.',
    },
    details: {
      verb: 'get',
      title: ({ one }) => `Get one ${one}`,
      description: 'By its _id; with `asOf` as it was at that time.',
    },
    totals: {
      verb: 'total',
      title: ({ many }) => `Totals of ${many}`,
      description: 'Of all records that the filters match, whatever the page.',
    },
  }

/** The calls of the contract that agents read with, each as a tool; what is no call here is no tool. */
export function readTools(call: DirectCall): Tool[] {
  const ofAreas = areaNames.flatMap((area) =>
    Object.entries(verbs).flatMap(([name, { verb, title, description }]) => {
      const endpoint = `${area}.${name}`
      if (!Object.hasOwn(endpoints, endpoint)) return []
      const tool = fromEndpoint(call, endpoint as EndpointName, `${verb}_${snakeOf(area)}`)
      return [
        { ...tool, title: title(areas[area]), description: `${tool.description}. ${description}` },
      ]
    }),
  )
  return [
    ...ofAreas,
    {
      ...fromEndpoint(call, 'search.everywhere', 'search'),
      title: 'Search',
      description: 'Search the records of every area that you may list, best first in each area',
    },
    {
      ...fromEndpoint(call, 'dashboard.counts', 'dashboard'),
      title: 'Figures of the dashboard',
    },
    history(call),
  ]
}

/** Parameters of queries that are for screens. */
const forScreens = ['total']

/** A call that reads, as a tool: its query and parameters are the arguments, its data the result. */
function fromEndpoint(call: DirectCall, name: EndpointName, tool: string): Tool {
  const endpoint: Endpoint = endpoints[name]
  const inQuery = endpoint.query ? queryProperties(endpoint.query) : {}
  for (const each of forScreens) delete inQuery[each]
  const inPath = Object.keys(endpoint.params?.shape ?? {})
  const properties = { ...Object.fromEntries(inPath.map((each) => [each, id])), ...inQuery }
  const shape = resultOf(endpoint)
  return {
    name: tool,
    title: endpoint.summary,
    description: [endpoint.summary, endpoint.description].filter(Boolean).join('. '),
    inputSchema: objectOf(properties, inPath),
    ...resultSchema(shape.schema),
    reads: true,
    needs: Array.isArray(endpoint.needs) ? [endpoint.needs as readonly Permission[]] : [],
    run: async (session, sent) => {
      refuseUnknown(sent, Object.keys(properties))
      const query = validate(sentQuery, without(sent, inPath))
      const params = validate(paramsOf(inPath), sent)
      const at = new Date().toISOString()
      const answer = await call(session, name, { params, query })
      const until = typeof query['asOf'] === 'string' ? query['asOf'] : at
      return { asOf: until, ...shape.read(answer as Answer) }
    },
  }
}

const paramsOf = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])))

const without = (sent: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)))

interface Answer {
  data: unknown
  pagination?: unknown
}

interface Shape {
  schema: z.ZodObject
  read(answer: Answer): Record<string, unknown>
}

/** The result of a call: a page as `records` with `pagination`, one record as `record`, other data as it is. */
function resultOf({ data, otherFields }: Endpoint): Shape {
  if (data instanceof z.ZodArray && otherFields && 'pagination' in otherFields) {
    return {
      schema: z.object({ records: data, pagination }),
      read: (answer) => ({ records: answer.data, pagination: answer.pagination }),
    }
  }
  const shape = data instanceof z.ZodObject ? data.shape : {}
  if (!('pagination' in shape)) {
    if (!('_id' in shape)) {
      return {
        schema: data as z.ZodObject,
        read: (answer) => answer.data as Record<string, unknown>,
      }
    }
    return {
      schema: z.object({ record: data }),
      read: (answer) => ({ record: answer.data }),
    }
  }
  const [list = ''] = Object.keys(shape).filter((key) => key !== 'pagination')
  return {
    schema: z.object({ records: shape[list] as z.ZodType, pagination }),
    read: (answer) => {
      const page = answer.data as Record<string, unknown>
      return { records: page[list], pagination: page['pagination'] }
    },
  }
}

/** The schema of a result with what stands beside it, and which of it people wrote. */
export function resultSchema(schema: z.ZodObject): Pick<Tool, 'outputSchema' | 'untrusted'> {
  const { properties = {}, required = [], ...more } = jsonSchemaOf(schema, 'output')
  const untrusted = untrustedFields({ ...more, type: 'object', properties })
  return {
    untrusted,
    outputSchema: objectOf(
      { asOf, ...properties, untrusted: untrustedSchema },
      ['asOf', ...(required as string[]), 'untrusted'],
      more.$defs,
    ),
  }
}

/** What stands in a result beside its data. */
export const marking = (fields: readonly string[]) => ({ notice, fields: [...fields] })

const historyOf = z.object({
  area: z.enum(areaNames, mustBeOneOf(areaNames)),
  id: z.string(),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(25),
})

/** What changed a record, from the audit log. */
function history(call: DirectCall): Tool {
  const endpoint: Endpoint = endpoints['auditLog.list']
  const shape = resultOf(endpoint)
  return {
    name: 'history',
    title: 'History of a record',
    description:
      'Who changed a record, when, and each field before and after: its entries in the audit log, the newest first',
    inputSchema: objectOf(
      {
        area: { type: 'string', enum: [...areaNames] },
        id,
        page: { type: 'integer', minimum: 1, default: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      },
      ['area', 'id'],
    ),
    ...resultSchema(shape.schema),
    reads: true,
    needs: [endpoint.needs as readonly Permission[]],
    run: async (session, sent) => {
      refuseUnknown(sent, Object.keys(historyOf.shape))
      const { area, id: record, page, limit } = validate(historyOf, sent)
      const query = { area: kebabOf(area), record, page: String(page), limit: String(limit) }
      const at = new Date().toISOString()
      const answer = await call(session, 'auditLog.list', { query })
      return { asOf: at, ...shape.read(answer as Answer) }
    },
  }
}
