import type { AreaName } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import type * as roles from '@steward/contract/roles/roles'
import type * as users from '@steward/contract/users/users'

/** A person or record that another record names; some servers send the name only. */
export interface Reference {
  _id: string | null
  name: string | null
  image?: string | null
}

type Field<V> = V extends { _id: string | null; name: string } ? Reference : V

/**
 * A record as `readRecord` leaves it. Other servers implement the specification alone, so that any field but the id
 * may be left out, or null; what is there is of its type.
 */
export type Read<T> = { _id: string } & {
  [K in Exclude<keyof T, '_id'>]?: Field<T[K]> | null | undefined
}

/** What every record has, whatever its area. */
export type AnyRecord = Read<{ _id: string; updatedAt: string; version: number }>

/** A record of an area, as {@link Read} has it. */
export type RecordOf<N extends AreaName> = Read<DataOf<Extract<EndpointName, `${N}.details`>>>

export type Bill = RecordOf<'bills'>
export type Category = RecordOf<'categories'>
export type Event = RecordOf<'events'>
export type Poll = RecordOf<'polls'>
export type Post = RecordOf<'posts'>
export type Role = Read<roles.Role>
export type ShoppingPost = RecordOf<'shoppingPosts'>
export type Task = RecordOf<'tasks'>
export type User = Read<users.User>
