import { msg } from '@steward/i18n/reader'
import type { ListSpec } from './list-spec.ts'

/** What deleted records are called, by what the others are. */
export const deletedNouns: Readonly<Record<string, Pick<ListSpec, 'one' | 'many' | 'count'>>> = {
  admins: {
    one: msg('deleted admin'),
    many: msg('deleted admins'),
    count: msg('{count, plural, one {# deleted admin} other {# deleted admins}}'),
  },
  bills: {
    one: msg('deleted bill'),
    many: msg('deleted bills'),
    count: msg('{count, plural, one {# deleted bill} other {# deleted bills}}'),
  },
  'business users': {
    one: msg('deleted business user'),
    many: msg('deleted business users'),
    count: msg('{count, plural, one {# deleted business user} other {# deleted business users}}'),
  },
  categories: {
    one: msg('deleted category'),
    many: msg('deleted categories'),
    count: msg('{count, plural, one {# deleted category} other {# deleted categories}}'),
  },
  events: {
    one: msg('deleted event'),
    many: msg('deleted events'),
    count: msg('{count, plural, one {# deleted event} other {# deleted events}}'),
  },
  members: {
    one: msg('deleted member'),
    many: msg('deleted members'),
    count: msg('{count, plural, one {# deleted member} other {# deleted members}}'),
  },
  'polls and surveys': {
    one: msg('deleted poll or survey'),
    many: msg('deleted polls and surveys'),
    count: msg(
      '{count, plural, one {# deleted poll or survey} other {# deleted polls and surveys}}',
    ),
  },
  posts: {
    one: msg('deleted post'),
    many: msg('deleted posts'),
    count: msg('{count, plural, one {# deleted post} other {# deleted posts}}'),
  },
  'shopping posts': {
    one: msg('deleted shopping post'),
    many: msg('deleted shopping posts'),
    count: msg('{count, plural, one {# deleted shopping post} other {# deleted shopping posts}}'),
  },
  tasks: {
    one: msg('deleted task'),
    many: msg('deleted tasks'),
    count: msg('{count, plural, one {# deleted task} other {# deleted tasks}}'),
  },
}
