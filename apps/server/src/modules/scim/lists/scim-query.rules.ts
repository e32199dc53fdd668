import { say } from '@steward/i18n/sentence'
import { badRequest, invalidValue } from '../protocol/scim-error.ts'
import { type Filter, parseFilter } from '../protocol/scim-filter.rules.ts'
import type { ResourceType } from '../protocol/scim-schemas.ts'
import { type Projection, parseProjection } from './scim-projection.rules.ts'

/** How many resources an answer has at the most, and unless said otherwise. */
export const maxPage = 200
const usualPage = 100

/** What a list is asked for (RFC 7644, 3.4.2). */
export interface ListQuery {
  filter: Filter | null
  /** From 1. */
  startIndex: number
  count: number
  /** The name of an attribute in lower case; null for the order of creation. */
  sortBy: string | null
  descending: boolean
  projection: Projection
}

/** Reads the query of a list, or the body of a search; throws what is wrong with it. */
export function parseListQuery(type: ResourceType, sent: Record<string, unknown>): ListQuery {
  const { filter, sortBy, sortOrder } = sent
  const order = String(sortOrder ?? 'ascending').toLowerCase()
  if (order !== 'ascending' && order !== 'descending') {
    throw invalidValue('sortOrder', 'must be ascending or descending')
  }
  if (typeof (filter ?? '') !== 'string') throw badRequest('invalidFilter', 'A filter is text.')
  return {
    filter: filter ? parseFilter(String(filter)) : null,
    startIndex: Math.max(1, wholeNumber('startIndex', sent['startIndex'], 1)),
    count: Math.min(maxPage, Math.max(0, wholeNumber('count', sent['count'], usualPage))),
    sortBy: sortBy ? attributePath(type, String(sortBy)) : null,
    descending: order === 'descending',
    projection: parseProjection(type, sent),
  }
}

function wholeNumber(name: string, sent: unknown, usual: number): number {
  if (sent === undefined || sent === '') return usual
  const text = String(sent)
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw invalidValue(name, 'must be a whole number')
}

/** The path of an attribute in lower case and without the schema of the resource. */
export function attributePath(type: ResourceType, sent: string): string {
  const path = sent.trim().toLowerCase()
  const prefix = `${type.schema.id.toLowerCase()}:`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

export const notFilterable = (path: string) =>
  badRequest('invalidFilter', say('A filter can’t ask for “{path}”.', { path: path.slice(0, 100) }))

export const notComparable = (path: string, op: string) =>
  badRequest('invalidFilter', say('A filter can’t compare “{path}” by “{op}”.', { path, op }))
