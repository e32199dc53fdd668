import { areas } from '@steward/contract/areas/areas'
import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { jobStart, statusesFor } from '@steward/contract/jobs/jobs'
import {
  type ProposalAction,
  type ProposalArea,
  proposable,
  proposalAreas,
} from '@steward/contract/proposals/proposable'
import {
  proposal,
  proposalLimits,
  proposalReason,
  proposedRecord,
} from '@steward/contract/proposals/proposals'
import { say } from '@steward/i18n/sentence'
import { z } from 'zod'
import { invalidField } from '../../http/failure.ts'
import { validate } from '../../http/validate.ts'
import type { Services } from '../../services.ts'
import { proposeNeeds } from '../proposals/proposals.rules.ts'
import { proposalView, proposedRecords } from '../proposals/proposals.view.ts'
import { propose, type Wish } from '../proposals/propose.service.ts'
import { refuseUnknown } from './arguments.ts'
import { type JsonSchema, jsonSchemaOf, objectOf } from './json-schema.ts'
import { resultSchema } from './read-tools.ts'
import { snakeOf, type Tool } from './tool.ts'
import { untrustedSchema } from './untrusted.ts'

const proposalResult = z.object({ proposal, records: z.array(proposedRecord) })

const reason: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: proposalLimits.reason,
  description: 'Why, for the person who decides',
}
const ids: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  minItems: 1,
  maxItems: proposalLimits.records,
  uniqueItems: true,
  description: 'The _ids of the records, each once',
}

/** What a body has that agents can't propose: files, passwords, and what the address says. */
const left = ['image', 'password', 'currentPassword']

/** The result of a proposal, whose parts `get_proposal` describes: one description is enough for all tools. */
const proposedSchema: Pick<Tool, 'outputSchema' | 'untrusted'> = {
  untrusted: resultSchema(proposalResult).untrusted,
  outputSchema: objectOf(
    {
      asOf: { type: 'string', format: 'date-time' },
      proposal: { type: 'object', description: 'As get_proposal gives it' },
      records: { type: 'array', items: { type: 'object' } },
      untrusted: untrustedSchema,
    },
    ['asOf', 'proposal', 'records', 'untrusted'],
  ),
}

/** Each change that the contract has calls for, as a tool that proposes it; none writes a record. */
export const proposeTools = (services: Pick<Services, 'db' | 'areas'>): Tool[] =>
  proposalAreas.flatMap((area) =>
    (Object.keys(proposable[area]) as ProposalAction[]).map((action) =>
      proposeTool(services, area, action),
    ),
  )

function proposeTool(
  services: Pick<Services, 'db' | 'areas'>,
  area: ProposalArea,
  action: ProposalAction,
): Tool {
  const isSave = action === 'create' || action === 'update'
  const { inputSchema, read } = isSave ? savesOf(area, action) : bulkOf(area, action)
  const title = `Propose: ${action} ${areas[area].many}`
  return {
    name: `propose_${snakeOf(area)}_${action}`,
    title,
    description: `${title}. Nothing is changed: it makes a proposal, which a person approves or rejects. The result shows each record before and after.`,
    inputSchema,
    ...proposedSchema,
    reads: false,
    needs: [[proposeNeeds], proposable[area][action] ?? [], routes[`${area}.list`].needs],
    run: async (session, sent) => {
      refuseUnknown(sent, Object.keys(inputSchema.properties))
      const row = await propose(services, session, {
        ...read(sent),
        reason: validate(proposalReason, sent['reason'], ['reason']),
      })
      const records = await proposedRecords(services.db, row)
      return { asOf: new Date().toISOString(), proposal: proposalView(row, session), records }
    },
  }
}

interface Part {
  inputSchema: Tool['inputSchema']
  read(sent: Readonly<Record<string, unknown>>): Omit<Wish, 'reason'>
}

/** A creation or an edit: the fields of each record, as the body of its call takes them. */
function savesOf(area: ProposalArea, action: 'create' | 'update'): Part {
  const schema = bodyOf(`${area}.${action}` as EndpointName)
  const isNew = action === 'create'
  const { properties = {}, required = [], $defs } = jsonSchemaOf(schema, 'input')
  const known = [...(isNew ? [] : ['id']), ...Object.keys(properties)]
  const record = objectOf(
    { ...(!isNew && { id: { type: 'string', format: 'uuid' } }), ...properties },
    [...(isNew ? [] : ['id']), ...(required as string[])],
  )
  const records = {
    type: 'array',
    items: record,
    minItems: 1,
    maxItems: proposalLimits.records,
    description: isNew ? 'The new records' : 'The records, each once, with the fields that change',
  }
  return {
    inputSchema: objectOf({ records, reason }, ['records', 'reason'], $defs),
    read: (sent) => ({
      area,
      action,
      patch: null,
      records: listOf('records', sent['records']).map((each, place) => {
        const at = ['records', String(place)]
        if (typeof each !== 'object' || each === null || Array.isArray(each)) {
          throw invalidField(at.join('.'), 'must have fields')
        }
        const { id, ...fields } = each as Record<string, unknown>
        refuseUnknown(each as Record<string, unknown>, known, at)
        return {
          ...(!isNew && { id: String(id) }),
          sent: validate(schema, fields, at) as Record<string, unknown>,
        }
      }),
    }),
  }
}

/** An action on several records that have the same done to them. */
function bulkOf(area: ProposalArea, action: Exclude<ProposalAction, 'create' | 'update'>): Part {
  const gives = givenBy(area, action)
  return {
    inputSchema: objectOf({ ids, ...gives, reason }, ['ids', ...Object.keys(gives), 'reason']),
    read: (sent) => {
      const named = listOf('ids', sent['ids'])
      const patch = Object.keys(gives).length > 0 ? pick(sent, Object.keys(gives)) : undefined
      const start = validate(jobStart, { area, action, ids: named, patch })
      return {
        area,
        action,
        patch: start.patch ?? null,
        records: (start.ids ?? []).map((id) => ({ id })),
      }
    },
  }
}

function givenBy(area: ProposalArea, action: ProposalAction): Record<string, JsonSchema> {
  if (action === 'status' || action === 'feed') {
    return { status: { type: 'string', enum: [...statusesFor(area, action)] } }
  }
  if (action !== 'role') return {}
  return { role: { type: 'string', format: 'uuid', description: 'The _id of a role' } }
}

const pick = (sent: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, sent[name]]))

/** A list of at least one and at most as many as a proposal may be about; checked before anything is made of it. */
function listOf(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw invalidField(name, 'must name a record')
  const { records: max } = proposalLimits
  if (value.length > max) {
    throw invalidField(name, say('must name at most {max} records', { max }))
  }
  return value
}

/** The body of a call without what agents can't send. */
function bodyOf(name: EndpointName): z.ZodObject {
  const { body }: Endpoint = endpoints[name]
  const data = body?.shape['data']
  const whole = (data instanceof z.ZodObject ? data : body) as z.ZodObject
  const names = [...left, ...(name === 'users.update' ? ['id'] : [])]
  const omitted = names.filter((each) => each in whole.shape)
  return whole.omit(Object.fromEntries(omitted.map((each) => [each, true])) as never)
}
