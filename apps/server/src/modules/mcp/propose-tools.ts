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
import { id as recordId } from '@steward/contract/values/fields'
import { mustBeOneOf } from '@steward/contract/values/said'
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
  const { title, more } = wordsOf(area, action)
  return {
    name: `propose_${snakeOf(area)}_${action}`,
    title,
    description: `${title}. ${more}Nothing is changed until a person approves the proposal. The result shows each record before and after.`,
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
      const records = await proposedRecords(services.db, row, session.scope)
      return { asOf: new Date().toISOString(), proposal: proposalView(row, session), records }
    },
  }
}

/** What a tool is called, and what its action does where that isn't plain, as a sentence with a space after it. */
function wordsOf(area: ProposalArea, action: ProposalAction): { title: string; more: string } {
  const { many } = areas[area]
  switch (action) {
    case 'create':
      return { title: `Propose new ${many}`, more: '' }
    case 'update':
      return { title: `Propose changes to ${many}`, more: '' }
    case 'status':
      return { title: `Propose another status for ${many}`, more: '' }
    case 'delete':
      return { title: `Propose to delete ${many}`, more: 'They go to the trash. ' }
    case 'restore':
      return { title: `Propose to restore ${many} from the trash`, more: '' }
    case 'keep':
      return { title: `Propose to keep reported ${many}`, more: 'Their reports are then handled. ' }
    case 'feed':
      return {
        title: `Propose to open or close the shopping feed of ${many}`,
        more: '`active` opens it, `inactive` closes it. ',
      }
    case 'role':
      return { title: 'Propose another role for admins', more: 'No other users have a role. ' }
  }
}

interface Part {
  inputSchema: Tool['inputSchema']
  read(sent: Readonly<Record<string, unknown>>): Omit<Wish, 'reason'>
}

const id: JsonSchema = { type: 'string', format: 'uuid', description: 'The _id of the record' }
const ofVersion = { description: 'The one that you read: refused where the record has another' }

/** A creation or an edit: the fields of each record, as the body of its call takes them. */
function savesOf(area: ProposalArea, action: 'create' | 'update'): Part {
  const schema = bodyOf(`${area}.${action}` as EndpointName)
  const isNew = action === 'create'
  const { properties = {}, required = [], $defs } = jsonSchemaOf(schema, 'input')
  const known = [...(isNew ? [] : ['id']), ...Object.keys(properties)]
  const record = objectOf(
    {
      ...(!isNew && { id }),
      ...properties,
      ...(properties['version'] && { version: { ...properties['version'], ...ofVersion } }),
    },
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
        const { id: which, ...fields } = each as Record<string, unknown>
        refuseUnknown(each as Record<string, unknown>, known, at)
        return {
          ...(!isNew && { id: String(which) }),
          sent: validate(schema, fields, at) as Record<string, unknown>,
        }
      }),
    }),
  }
}

/** An action on several records that have the same done to them. */
function bulkOf(area: ProposalArea, action: Exclude<ProposalAction, 'create' | 'update'>): Part {
  const { properties, schema } = givenBy(area, action)
  const given = Object.keys(properties)
  return {
    inputSchema: objectOf({ ids, ...properties, reason }, ['ids', ...given, 'reason']),
    read: (sent) => {
      const named = listOf('ids', sent['ids'])
      const patch = given.length > 0 ? validate(schema, sent) : undefined
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

/** What an action gives to every record, as it is told to agents and as it is checked. */
function givenBy(
  area: ProposalArea,
  action: ProposalAction,
): { properties: Record<string, JsonSchema>; schema: z.ZodObject } {
  if (action === 'status' || action === 'feed') {
    const statuses = statusesFor(area, action)
    return {
      properties: { status: { type: 'string', enum: [...statuses] } },
      schema: z.object({ status: z.enum([...statuses], mustBeOneOf(statuses)) }),
    }
  }
  if (action !== 'role') return { properties: {}, schema: z.object({}) }
  return {
    properties: { role: { type: 'string', format: 'uuid', description: 'The _id of a role' } },
    schema: z.object({ role: recordId }),
  }
}

/** A list of at least one and at most as many as a proposal may be about; checked before anything is made of it. */
function listOf(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw invalidField(name, 'must be a list')
  if (value.length === 0) throw invalidField(name, 'must name a record')
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
