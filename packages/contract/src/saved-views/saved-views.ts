import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { flawOfText } from '../values/characters.ts'
import { component, id, recordFields, reference, version } from '../values/fields.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { line, unlessFlawed } from '../values/text.ts'
import { savedViewsRoutes as routes } from './saved-views.routes.ts'
import { viewSearchOf } from './view-search.ts'
import { viewedLists } from './viewed-lists.ts'

/** Who sees a view: the person who made it, the people of a role, or everyone. */
export const viewScopes = ['me', 'role', 'everyone'] as const

export type ViewScope = (typeof viewScopes)[number]

/** How many views one person may have, and how many all people together may share. */
export const maxViews = { own: 100, shared: 200 } as const

/** Limits of the search part of an address: its keys, the values of one key, its bytes as JSON. */
export const maxSearch = { keys: 60, values: 100, bytes: 4096 } as const

/** The length of a value's JSON in bytes of UTF-8, of which an address has the unusual ones as `%E2`. */
const bytesOf = (value: unknown): number =>
  encodeURIComponent(JSON.stringify(value)).replaceAll(/%../g, '.').length

const words = 'must be an object of texts and lists of texts'
const value = z.string(words).superRefine(unlessFlawed(flawOfText))
const searchSent = z
  .record(
    z.string().regex(/^[\w.-]{1,60}$/, 'must have keys as in an address'),
    z.union([value, z.array(value, words).max(maxSearch.values)]),
    words,
  )
  .refine(
    (search) => Object.keys(search).length <= maxSearch.keys,
    wording('must have at most {max} keys', { max: maxSearch.keys }),
  )
  .refine(
    (search) => bytesOf(search) <= maxSearch.bytes,
    wording('must have at most {max} bytes', { max: maxSearch.bytes }),
  )
  .transform(viewSearchOf)
  .meta({
    description:
      'The search parameters of the list’s address, by their keys; what is no part of a view, such as `page`, `open` and `edit`, is left out',
  })

const search = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

export const savedView = component('SavedView', {
  ...recordFields,
  name: z.string(),
  list: z.enum(viewedLists),
  search,
  scope: z.enum(viewScopes),
  role: reference.nullable().meta({ description: 'The role that it is for, where it is for one' }),
  isDefault: z.boolean().meta({
    description: 'Whether those it is for land on it when they open the list from the navigation',
  }),
  position: z.int().meta({ description: 'Its place among those of its list and scope, from 0' }),
  createdBy: reference.nullable().meta({ description: 'Null where that person is gone' }),
  isMine: z.boolean().meta({ description: 'Whether the caller made it' }),
  isForMe: z.boolean().meta({
    description: 'False for one of another role, which only who made or may share it sees',
  }),
  version: z.int(),
})
export type SavedView = z.output<typeof savedView>

const fields = {
  name: line(),
  search: searchSent,
  scope: z.enum(viewScopes, mustBeOneOf(viewScopes)),
  role: id
    .nullable()
    .meta({ description: 'The _id of the role that it is for; only where the scope is `role`' }),
  isDefault: z.boolean('must be true or false'),
}

export const savedViewsEndpoints = endpointsOf(routes, {
  'savedViews.list': {
    summary:
      'The saved views that one may see, in their order: one’s own, one’s role’s and everyone’s, of lists that one may see',
    data: z.array(savedView),
  },
  'savedViews.roles': {
    summary: 'The roles that a view can be shared with, by name',
    data: z.array(reference),
  },
  'savedViews.create': {
    summary: `Save a view, the last of its list; sharing it takes the permission “System · Saved views · share”. A person can have ${maxViews.own}, and all together share ${maxViews.shared}`,
    body: z
      .object({ ...fields, list: z.enum(viewedLists, mustBeOneOf(viewedLists)) })
      .partial({ scope: true, role: true, isDefault: true }),
    data: savedView,
    status: 201,
    errors: ['taken', 'conflict', 'not_permitted'],
  },
  'savedViews.update': {
    summary: 'Change, share or move a view; what is left out stays as it is',
    body: z
      .object({
        ...fields,
        position: z.int('must be a whole number').min(0, 'must be 0 or more').meta({
          description: 'Its place among those of its list and scope; past the last is the last',
        }),
        version,
      })
      .partial(),
    data: savedView,
    errors: ['out_of_date', 'taken', 'conflict', 'not_permitted'],
  },
  'savedViews.delete': {
    summary: 'Delete a view: one’s own always, others’ with the permission to share',
    data: savedView,
    errors: ['not_permitted'],
  },
  'savedViews.restore': {
    summary: 'Bring back a view that one has just deleted',
    data: savedView,
    errors: ['taken', 'conflict', 'not_permitted'],
  },
})
