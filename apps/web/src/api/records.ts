import type { AreaName } from '@steward/contract/areas/areas'
import type * as bills from '@steward/contract/bills/bills'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import type * as categories from '@steward/contract/categories/categories'
import type * as events from '@steward/contract/events/events'
import type * as polls from '@steward/contract/polls/polls'
import type * as posts from '@steward/contract/posts/posts'
import type * as roles from '@steward/contract/roles/roles'
import type * as shoppingPosts from '@steward/contract/shopping-posts/shopping-posts'
import type * as tasks from '@steward/contract/tasks/tasks'
import type * as users from '@steward/contract/users/users'

/** Somebody or something that another record names; some servers give a name alone. */
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

export type Bill = Read<bills.Bill>
export type Category = Read<categories.Category>
export type Event = Read<events.Event>
export type Poll = Read<polls.Poll>
export type Post = Read<posts.Post>
export type Role = Read<roles.Role>
export type ShoppingPost = Read<shoppingPosts.ShoppingPost>
export type Task = Read<tasks.Task>
export type User = Read<users.User>

/** A record of an area, as {@link Read} has it. */
export type RecordOf<N extends AreaName> = Read<DataOf<Extract<EndpointName, `${N}.details`>>>
