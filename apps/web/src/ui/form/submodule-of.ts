import { type AreaName, areas } from '@steward/contract/areas/areas'

const { admins, businessUsers, members } = areas.users.lists

const ofType: Readonly<Record<string, string>> = {
  admin: admins.title,
  business: businessUsers.title,
  member: members.title,
}

/** The submodule of the permissions for a record; of people by their type. */
export function submoduleOf(area: AreaName, record: object | null): string {
  const type = (record as { type?: unknown } | null)?.type
  return area === 'users' ? (ofType[String(type)] ?? areas.users.title) : areas[area].title
}
