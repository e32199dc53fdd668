import type { AreaName } from '@steward/contract/areas/areas'
import type { FoundRecord } from '@steward/contract/lists/search'
import type { Condition } from '../../db/list/conditions.ts'
import type { Listing } from '../../db/list/listing.ts'
import { type RoleRow, roleListing } from '../access/roles.store.ts'
import { type BillRow, billStore } from '../bills/bills.store.ts'
import { type CategoryRow, categoryStore } from '../categories/categories.store.ts'
import { type EventRow, eventStore } from '../events/events.store.ts'
import { type PollRow, pollStore } from '../polls/polls.store.ts'
import { type PostRow, postStore } from '../posts/posts.store.ts'
import { type ShoppingPostRow, shoppingPostStore } from '../shopping-posts/shopping-posts.store.ts'
import { type TaskRow, taskStore } from '../tasks/tasks.store.ts'
import { type UserRow, userListing } from '../users/users.store.ts'

/** What a row that was found tells of itself. */
export interface Told
  extends Pick<FoundRecord, 'title' | 'detail' | 'status'>,
    Partial<Pick<FoundRecord, 'image' | 'at' | 'type' | 'amount' | 'currency'>> {
  /** Texts that are searched but not shown unless they are what was found. */
  more?: readonly (string | null)[]
}

/** How an area is searched. */
// biome-ignore lint/suspicious/noExplicitAny: which rows an area has, its own view alone knows
export interface SearchedArea<Row = any> {
  listing: Listing
  /** Columns of text of which the beginning finds a row at once: each is a sort of the list, with its index. */
  keys: readonly string[]
  /** Whether the indexes of {@link keys} and of the order of creation leave out what is deleted. */
  liveIndexes: boolean
  /** Whether one word may be one letter off in names alone, which have an index of their own. */
  byName?: boolean
  conditions?: readonly Condition[]
  tell(row: Row): Told
}

const define = <Row>(area: SearchedArea<Row>): SearchedArea => area

/** Every area, and how it is searched. */
export const searchedAreas: Record<AreaName, SearchedArea> = {
  users: define<UserRow>({
    listing: userListing,
    keys: ['name', 'email'],
    liveIndexes: true,
    byName: true,
    tell: (row) => ({
      title: row.name,
      detail: row.email ?? row.phone ?? row.business_name,
      status: row.status,
      image: row.image,
      type: row.type,
      more: [row.email, row.phone, row.business_name],
    }),
  }),
  roles: define<RoleRow>({
    listing: roleListing,
    keys: ['name'],
    liveIndexes: false,
    tell: (row) => ({
      title: row.name,
      detail: row.description,
      status: row.status,
      image: row.image,
    }),
  }),
  events: define<EventRow>({
    listing: eventStore.listing,
    keys: ['title'],
    liveIndexes: false,
    tell: (row) => ({
      title: row.title,
      detail: row.location,
      status: row.status,
      image: row.image,
      at: row.starts_at,
    }),
  }),
  polls: define<PollRow>({
    listing: pollStore.listing,
    keys: ['title'],
    liveIndexes: false,
    tell: (row) => ({
      title: row.title,
      detail: row.author_name,
      status: row.status,
      at: row.closes_at,
    }),
  }),
  tasks: define<TaskRow>({
    listing: taskStore.listing,
    keys: ['title'],
    liveIndexes: false,
    tell: (row) => ({
      title: row.title,
      detail: row.assignee_name,
      status: row.status,
      at: row.due_at,
    }),
  }),
  bills: define<BillRow>({
    listing: billStore.listing,
    keys: ['number'],
    liveIndexes: true,
    tell: (row) => ({
      title: `${row.number} · ${row.title}`,
      detail: row.payer_name,
      status: row.status,
      amount: row.amount,
      currency: row.currency,
      at: row.due_at,
    }),
  }),
  posts: define<PostRow>({
    listing: postStore.listing,
    keys: [],
    liveIndexes: true,
    tell: (row) => ({
      title: row.text,
      detail: row.author_name,
      status: null,
      image: row.images[0] ?? null,
      at: row.created_at,
    }),
  }),
  categories: define<CategoryRow>({
    listing: categoryStore.listing,
    keys: ['name'],
    liveIndexes: false,
    tell: (row) => ({
      title: row.name,
      detail: row.description,
      status: row.status,
      image: row.image,
    }),
  }),
  shoppingPosts: define<ShoppingPostRow>({
    listing: { ...shoppingPostStore.listing, searchedAmount: 'price' },
    keys: ['title'],
    liveIndexes: false,
    tell: (row) => ({
      title: row.title,
      detail: row.seller_name,
      status: row.status,
      image: row.images[0] ?? null,
      amount: row.price,
      currency: row.currency,
      at: row.created_at,
    }),
  }),
}
