import type { Resource } from './protocol/scim-resource.rules.ts'
import type { Provisioning } from './provisioning/scim-write.service.ts'

/** What a handler gets. */
export interface ScimCall extends Provisioning {
  /** The address below which SCIM is served. */
  base: string
  id: string
  query: Record<string, unknown>
  body: unknown
}

export interface ScimAnswer {
  status?: number
  /** The version as an entity tag. */
  etag?: string
  location?: string
  body?: Resource
}

export type ScimHandler = (call: ScimCall) => Promise<ScimAnswer>

/** The handlers of a kind of resources. */
export type ResourceHandlers = Record<
  'list' | 'read' | 'create' | 'replace' | 'patch' | 'remove',
  ScimHandler
>

export const listOf = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
