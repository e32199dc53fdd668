import { say } from '@steward/i18n/sentence'
import { isId } from '../../../ids.ts'
import { badRequest, invalidValue, ScimError } from '../protocol/scim-error.ts'
import type { Filter } from '../protocol/scim-filter.rules.ts'
import {
  byAttribute,
  isSameIdentity,
  mustBeWritable,
  type Operation,
} from '../protocol/scim-patch.rules.ts'
import { type Path, parsePath } from '../protocol/scim-path.rules.ts'
import {
  attributeValue,
  mustBeText,
  objectOf,
  type Resource,
  readResource,
} from '../protocol/scim-resource.rules.ts'
import { groupType } from '../protocol/scim-schemas.ts'

/** How many people a request may name, and how many a group may have. */
export const maxNamed = 5_000
export const maxMembers = 10_000

/** How a group is to be; undefined leaves it as it is. */
export interface GroupChange {
  displayName?: string | undefined
  externalId?: string | null | undefined
  members: MemberChange
}

/** Who leaves and joins a group, by ids in lower case. */
export interface MemberChange {
  /** Whether all who were in it leave first. */
  clear: boolean
  add: Set<string>
  remove: Set<string>
}

/** Reads a group that is sent whole: without members it has none. */
export function readGroup(body: unknown): GroupChange {
  const sent = readResource(groupType, body)
  const members = Object.entries(objectOf(body)).find(([key]) => key.toLowerCase() === 'members')
  return {
    displayName: mustBeText('displayName', sent['displayName']),
    externalId: (sent['externalId'] as string | undefined) ?? null,
    members: { clear: true, add: new Set(idsOf(members?.[1])), remove: new Set() },
  }
}

/**
 * Reads the operations of a PATCH of a group, such that as many members as there are need not be read.
 * @param identity the `id` and `schemas` of the group
 */
export function groupChangeOf(identity: Resource, operations: readonly Operation[]): GroupChange {
  const change: GroupChange = {
    members: { clear: false, add: new Set(), remove: new Set() },
  }
  for (const operation of operations) {
    for (const { op, path, value } of byAttribute(operation)) {
      const target = parsePath(groupType, path ?? '', operation.path === null)
      if (target === null || isSameIdentity(target, identity, value, operation)) continue
      mustBeWritable(target)
      if (target.attribute.name === 'members') changeMembers(change.members, op, target, value)
      else changeText(change, op, target, value)
    }
  }
  mustNameFew(change.members.add.size + change.members.remove.size)
  return change
}

function changeText(change: GroupChange, op: Operation['op'], { attribute }: Path, sent: unknown) {
  const value =
    op === 'remove' ? undefined : (attributeValue(attribute, sent) as string | undefined)
  if (attribute.name === 'externalId') change.externalId = value ?? null
  else if (value !== undefined) change.displayName = value
  else throw badRequest('mutability', say('“{path}” is required.', { path: attribute.name }))
}

function changeMembers(members: MemberChange, op: Operation['op'], target: Path, value: unknown) {
  const { filter, sub } = target
  if (sub) throw badRequest('invalidPath', 'Members can be added and removed, but not changed.')
  if (filter) {
    if (op !== 'remove')
      throw badRequest('invalidPath', 'Members can only be selected to be removed.')
    for (const id of selected(filter)) leave(members, id)
    return
  }
  const isEmpty = value === undefined || value === null
  if (op === 'remove' && !isEmpty) {
    for (const id of idsOf(value)) leave(members, id)
    return
  }
  if (op !== 'add') {
    members.clear = true
    members.add.clear()
    members.remove.clear()
  }
  if (op === 'remove') return
  for (const id of idsOf(value)) {
    members.add.add(id)
    members.remove.delete(id)
  }
}

function leave({ add, remove }: MemberChange, id: string): void {
  add.delete(id)
  remove.add(id)
}

/** The ids that `members[value eq "…"]` names, of one or of several joined by `or`. */
function selected(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(selected)
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value') {
    return [String(filter.compValue).toLowerCase()]
  }
  throw badRequest('invalidFilter', 'Members can only be selected by “value eq”.')
}

function idsOf(sent: unknown): string[] {
  if (sent === undefined || sent === null || sent === '') return []
  const members = Array.isArray(sent) ? sent : [sent]
  mustNameFew(members.length)
  return members.map((member) => {
    const { value, type } = typeof member === 'string' ? { value: member } : partsOf(member)
    if (type !== undefined && type !== null && String(type).toLowerCase() !== 'user') {
      throw invalidValue('members', 'can only hold people: groups within groups are not supported')
    }
    if (typeof value === 'string' && isId(value)) return value.toLowerCase()
    throw noSuchMember()
  })
}

function partsOf(member: unknown): { value?: unknown; type?: unknown } {
  if (typeof member !== 'object' || member === null) throw noSuchMember()
  return Object.fromEntries(
    Object.entries(member).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

export const noSuchMember = () =>
  invalidValue('members', 'names somebody whom this provider hasn’t provisioned')

function mustNameFew(count: number): void {
  if (count <= maxNamed) return
  throw new ScimError(
    413,
    undefined,
    say('A request can name at most {max} members. Send them in several.', { max: maxNamed }),
  )
}
