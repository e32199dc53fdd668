import { msg } from '@steward/i18n/reader'
import { content, derived, nameOf, others, place, technical } from './place.ts'

const written = { keep: msg('It stays as a record of the community, under no name.') }
const erasedName = { kind: 'name', erased: 'name', mentions: true } as const

/** The records of the areas. Ids of people stay in them, and name nobody once the person is gone. */
export const contentPlaces = [
  place({
    table: 'posts',
    place: 'posts',
    key: ['id'],
    person: ['author_id'],
    erasure: 'choose',
    columns: {
      text: content,
      images: { kind: 'content' },
      // They name who reported a post; the number of reports stays.
      reports: others,
      search: derived,
    },
  }),
  place({
    table: 'shopping_posts',
    place: 'shoppingPosts',
    key: ['id'],
    person: ['seller_id'],
    erasure: 'choose',
    columns: {
      title: content,
      description: content,
      images: { kind: 'content' },
      currency: technical,
      status: technical,
      search: derived,
    },
  }),
  place({
    table: 'task_comments',
    place: 'comments',
    key: ['id'],
    person: ['author_id'],
    erasure: 'choose',
    columns: { text: content },
  }),
  place({
    table: 'tasks',
    place: 'tasks',
    key: ['id'],
    person: ['assignee_id'],
    erasure: written,
    columns: {
      title: content,
      description: content,
      about_title: { ...nameOf('about_id'), exported: 'others' },
      status: technical,
      priority: technical,
      search: derived,
    },
  }),
  place({
    table: 'events',
    place: 'events',
    key: ['id'],
    person: ['host_id'],
    erasure: 'replace',
    columns: {
      title: content,
      description: content,
      location: content,
      host_name: erasedName,
      search: derived,
    },
  }),
  place({
    table: 'polls',
    place: 'polls',
    key: ['id'],
    person: ['author_id'],
    erasure: written,
    columns: { title: content, description: content, questions: content, search: derived },
  }),
  place({
    table: 'bills',
    place: 'bills',
    key: ['id'],
    person: ['payer_id'],
    erasure: 'replace',
    columns: {
      number: technical,
      title: content,
      notes: content,
      payer_name: erasedName,
      currency: technical,
      status: technical,
      search: derived,
    },
  }),
  place({
    table: 'categories',
    place: 'categories',
    key: ['id'],
    person: null,
    erasure: { keep: msg('Names of categories are the community’s own.') },
    columns: { description: others, search: derived },
  }),
  place({
    table: 'roles',
    place: 'roles',
    key: ['id'],
    person: null,
    erasure: { keep: msg('Names of roles are the community’s own.') },
    // Conditions hold ids of people, which stay, and texts to search for.
    columns: { description: others, conditions: others, search: derived },
  }),
  place({
    table: 'words',
    place: 'words',
    key: ['id'],
    person: null,
    erasure: { keep: msg('Words of the community are its own.') },
    columns: { value: others },
  }),
]
