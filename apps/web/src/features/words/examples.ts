import { areas } from '@steward/contract/areas/areas'
import { msg } from '@steward/i18n/reader'

type Example = readonly [message: string, values?: Readonly<Record<string, unknown>>]

/** Messages with their values. */
export type Examples = readonly Example[]

const counted = (message: string): Examples => [
  [message, { count: 1 }],
  [message, { count: 3 }],
]
const named = (area: { title: string; count: string }): Examples => [
  [area.title],
  ...counted(area.count),
]
const { admins, businessUsers, members } = areas.users.lists

/** Messages in which each term stands, in the order of `termsByLanguage`. */
export const examples: readonly Examples[] = [
  [[msg('Dashboard')]],
  [[msg('Community')]],
  named(areas.roles),
  named(areas.users),
  named(admins),
  named(businessUsers),
  named(members),
  [[msg('How other staff see you.')]],
  [[msg('This is the owner role. It has every permission and can’t be changed.')]],
  named(areas.events),
  counted(areas.polls.count),
  [[msg('Polls and surveys')]],
  named(areas.tasks),
  named(areas.bills),
  [[msg('All bills for this payer')]],
  named(areas.posts),
  named(areas.categories),
  named(areas.shoppingPosts),
  [[msg('Open shopping feed')], [msg('Close shopping feed')]],
]
