import type { BulkArea as AreaName } from '@steward/contract/areas'
import { endpoints, type QueryOf } from '@steward/contract/endpoints'
import type { JobArea } from '@steward/contract/jobs'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import {
  type Condition,
  type Listing,
  notDeleted,
  onlyDeleted,
  otherThan,
  searchConditions,
} from '../../db/listing.ts'
import { validate } from '../../http/validate.ts'
import { billActions } from '../bills/bills.bulk.ts'
import { billConditions, billListing } from '../bills/bills.store.ts'
import type { Apply } from '../bulk.ts'
import { categoryActions } from '../categories/categories.bulk.ts'
import { categoryConditions, categoryListing } from '../categories/categories.store.ts'
import { deepestFirst, highestFirst } from '../categories/tree.store.ts'
import { postActions } from '../posts/posts.bulk.ts'
import { postConditions, postListing } from '../posts/posts.store.ts'
import { shoppingPostActions } from '../shopping-posts/shopping-posts.bulk.ts'
import {
  shoppingPostConditions,
  shoppingPostListing,
} from '../shopping-posts/shopping-posts.store.ts'

type Sent = Record<string, string | string[]>

/** An area whose records a job can change. */
export interface BulkArea {
  listing: Listing
  /** What people call one record, and several. */
  words: readonly [string, string]
  /** What a list's query asks; checked by the list's own schema. */
  chosen: (sent: Sent) => Condition[]
  /** The order in which records are taken, with the table as `t`; by `_id` unless given. */
  order?: Partial<Record<string, RawBuilder<unknown>>>
  actions: Partial<Record<string, Apply>>
  /** Actions on all that a query matches, and which of them are left to be changed. */
  narrow: Partial<Record<string, (status: string) => Condition[]>>
}

/** Reads the query of a list as the list itself would. */
const reading =
  <N extends `${AreaName}.list`>(
    name: N,
    listing: Listing,
    conditions: (query: QueryOf<N>) => Condition[],
  ) =>
  (sent: Sent): Condition[] => {
    const schema: z.ZodType = endpoints[name].query
    const query = validate(schema, sent, ['all', 'query']) as QueryOf<N> & { search: string }
    return [...conditions(query), ...searchConditions(listing, query.search)]
  }

const toDelete = () => [notDeleted]
const toRestore = () => [onlyDeleted]
const toSet = (status: string) => [notDeleted, otherThan('status', status)]

/** Every area with its actions: to have another one, add it here and to the contract. */
export const bulkAreas: Record<AreaName, BulkArea> = {
  bills: {
    listing: billListing,
    words: ['bill', 'bills'],
    chosen: reading('bills.list', billListing, billConditions),
    actions: billActions,
    narrow: { delete: toDelete, status: toSet },
  },
  posts: {
    listing: postListing,
    words: ['post', 'posts'],
    chosen: reading('posts.list', postListing, postConditions),
    actions: postActions,
    narrow: { delete: toDelete },
  },
  shoppingPosts: {
    listing: shoppingPostListing,
    words: ['shopping post', 'shopping posts'],
    chosen: reading('shoppingPosts.list', shoppingPostListing, shoppingPostConditions),
    actions: shoppingPostActions,
    narrow: { delete: toDelete, restore: toRestore, status: toSet },
  },
  categories: {
    listing: categoryListing,
    words: ['category', 'categories'],
    chosen: reading('categories.list', categoryListing, categoryConditions),
    // What stands below goes first, and comes back last.
    order: { delete: deepestFirst, restore: highestFirst },
    actions: categoryActions,
    narrow: { delete: toDelete },
  },
}

/** The actions on an area's records; undefined for one that can only be imported into. */
export const areaOf = (area: JobArea): BulkArea | undefined =>
  (bulkAreas as Partial<Record<JobArea, BulkArea>>)[area]
