import { say } from '@steward/i18n/sentence'
import { newId } from '../../../ids.ts'
import type { OwnerNotice } from '../../records/revert.ts'
import { lockAuthorities } from '../../roles/authority.store.ts'
import { invalidValue, noSuchResource, notUnique } from '../protocol/scim-error.ts'
import type { Operation } from '../protocol/scim-patch.rules.ts'
import { lineOf } from '../protocol/scim-resource.rules.ts'
import { groupSchema } from '../protocol/scim-schemas.ts'
import { knownPeople, touchScimUsers } from '../provisioning/scim-memberships.store.ts'
import type { Provider } from '../provisioning/scim-providers.store.ts'
import { applyRoles, concernedBy } from '../provisioning/scim-roles.service.ts'
import { mustMatch, type Provisioning, writeFor } from '../provisioning/scim-write.service.ts'
import { type GroupChange, groupChangeOf, maxMembers, noSuchMember } from './scim-group.rules.ts'
import {
  addMembers,
  countScimGroups,
  deleteScimGroup,
  findMemberIds,
  findScimGroup,
  insertScimGroup,
  isGroupNameTaken,
  removeMembers,
  type ScimGroupRow,
  updateScimGroup,
} from './scim-groups.store.ts'

/** How many groups a provider may have here. */
export const maxGroups = 5_000

type Writing = Parameters<Parameters<typeof writeFor>[1]>[0]
type Named = Pick<ScimGroupRow, 'id' | 'display_name' | 'external_id'>

/** Creates a group, whose members get the role that it is mapped to. */
export const createScimGroup = (provisioning: Provisioning, change: GroupChange) =>
  writeFor(provisioning, async (at) => {
    const { writing, provider } = at
    const group: Named = {
      id: newId(),
      display_name: lineOf('displayName', change.displayName ?? '', 500),
      external_id: change.externalId ?? null,
    }
    if ((await countScimGroups(writing.tx, provider)) >= maxGroups) {
      throw invalidValue(
        'displayName',
        say('would be one of more than {max} groups', { max: maxGroups }),
      )
    }
    await mustBeFree(at, group)
    await insertScimGroup(writing.tx, provider, group)
    const { joined } = await changeMembers(at, group.id, change)
    note(at, 'create', group, null, { name: group.display_name, joined: joined.length })
    const notices = await applyTo(at, provisioning, joined)
    return { result: await mustFind(at, group.id), notices }
  })

/** Replaces a group; without members it has none. */
export const replaceScimGroup = (provisioning: Provisioning, id: string, change: GroupChange) =>
  changeGroup(provisioning, id, () => change)

export const patchScimGroup = (
  provisioning: Provisioning,
  id: string,
  operations: readonly Operation[],
) =>
  changeGroup(provisioning, id, (group) =>
    groupChangeOf({ id: group.id, schemas: [groupSchema] }, operations),
  )

const changeGroup = (
  provisioning: Provisioning,
  id: string,
  changeOf: (group: ScimGroupRow) => GroupChange,
) =>
  writeFor(provisioning, async (at) => {
    const { writing } = at
    const before = await mustFind(at, id)
    mustMatch(provisioning, before.version)
    const change = changeOf(before)
    const after: Named = {
      id: before.id,
      display_name:
        change.displayName === undefined
          ? before.display_name
          : lineOf('displayName', change.displayName, 500),
      external_id: change.externalId === undefined ? before.external_id : change.externalId,
    }
    if (after.display_name !== before.display_name) await mustBeFree(at, after)
    const { joined, left } = await changeMembers(at, before.id, change)
    const isNamedAnew =
      after.display_name !== before.display_name || after.external_id !== before.external_id
    if (!isNamedAnew && joined.length + left.length === 0) return { result: before, notices: [] }
    await updateScimGroup(writing.tx, after)
    note(at, 'update', after, isNamedAnew ? { name: before.display_name } : null, {
      ...(isNamedAnew && { name: after.display_name }),
      ...(joined.length > 0 && { joined: joined.length }),
      ...(left.length > 0 && { left: left.length }),
    })
    // Under another name, the group may be mapped to another role.
    const people = isNamedAnew ? await findMemberIds(writing.tx, before.id) : joined
    const notices = await applyTo(at, provisioning, [...new Set([...people, ...left])])
    return { result: await mustFind(at, before.id), notices }
  })

/** Deletes a group, whose members lose what it gave. */
export const removeScimGroup = (provisioning: Provisioning, id: string): Promise<void> =>
  writeFor(provisioning, async (at) => {
    const { writing } = at
    const group = await mustFind(at, id)
    mustMatch(provisioning, group.version)
    const left = await findMemberIds(writing.tx, group.id)
    await deleteScimGroup(writing.tx, group.id)
    note(at, 'delete', group, { name: group.display_name }, { left: left.length })
    return { result: undefined, notices: await applyTo(at, provisioning, left) }
  })

async function changeMembers(
  { writing: { tx }, provider }: Writing,
  group: string,
  { members: { clear, add, remove } }: GroupChange,
): Promise<{ joined: string[]; left: string[] }> {
  if (!clear && add.size + remove.size === 0) return { joined: [], left: [] }
  const known = await knownPeople(tx, provider, [...add])
  if (known.size < add.size) throw noSuchMember()
  const before = new Set(await findMemberIds(tx, group))
  const left = [...before].filter((id) => (clear ? !add.has(id) : remove.has(id)))
  const joined = [...add].filter((id) => !before.has(id))
  if (before.size - left.length + joined.length > maxMembers) {
    throw invalidValue('members', say('can hold at most {max} people', { max: maxMembers }))
  }
  if (left.length > 0) await removeMembers(tx, group, left)
  if (joined.length > 0) await addMembers(tx, group, joined)
  return { joined, left }
}

async function applyTo(
  { writing, provider }: Writing,
  { session }: Provisioning,
  people: readonly string[],
): Promise<OwnerNotice[]> {
  if (people.length === 0) return []
  await touchScimUsers(writing.tx, people)
  const authorities = await lockAuthorities(writing, session, concernedBy(provider, people))
  return await applyRoles(writing, provider, authorities, people)
}

async function mustBeFree({ writing, provider }: Writing, { id, display_name }: Named) {
  if (await isGroupNameTaken(writing.tx, provider, display_name, id)) {
    throw notUnique(say('Another group of this provider is called {name}.', { name: display_name }))
  }
}

async function mustFind({ writing, provider }: Writing, id: string): Promise<ScimGroupRow> {
  const group = await findScimGroup(writing.tx, provider, id)
  if (!group) throw noSuchResource()
  return group
}

function note(
  { writing, provider }: { writing: Writing['writing']; provider: Provider },
  action: 'create' | 'update' | 'delete',
  { id, display_name }: Named,
  before: object | null,
  after: object | null,
): void {
  writing.note({
    area: 'integrations',
    action,
    record: { id, title: display_name },
    detail: provider.name,
    before,
    after,
  })
}
