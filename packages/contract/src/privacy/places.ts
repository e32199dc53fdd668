import { msg } from '@steward/i18n/reader'

/** Where personal data lives, in the words of screens and exports. */
export const personalPlaces = {
  account: msg('Account'),
  preferences: msg('Settings of the screen'),
  passwords: msg('Passwords and mailed links'),
  secondFactors: msg('Second factors'),
  sessions: msg('Sessions and sign-ins'),
  devices: msg('Known devices'),
  providers: msg('Accounts at identity providers'),
  keys: msg('Keys of programs'),
  attempts: msg('Counted attempts'),
  uses: msg('Used permissions'),
  views: msg('Saved views'),
  pictures: msg('Pictures'),
  posts: msg('Feed posts'),
  reports: msg('Reports of posts'),
  shoppingPosts: msg('Shopping posts'),
  comments: msg('Comments on tasks'),
  tasks: msg('Tasks'),
  events: msg('Events'),
  polls: msg('Polls'),
  bills: msg('Bills'),
  categories: msg('Categories'),
  roles: msg('Roles'),
  jobs: msg('Jobs and their failures'),
  imports: msg('Imports'),
  exports: msg('Exports'),
  answers: msg('Answers kept for repeated requests'),
  proposals: msg('Proposals of agents'),
  consents: msg('Requests for consent'),
  loans: msg('Permissions on loan'),
  temporaryRoles: msg('Temporary roles'),
  webhooks: msg('Webhooks and their deliveries'),
  words: msg('Words of the community'),
  snapshots: msg('Lists prepared as of a past moment'),
  mails: msg('E-mails in the outbox'),
  auditLog: msg('Audit log'),
  erasures: msg('Erased people'),
} as const

export type PersonalPlace = keyof typeof personalPlaces

/** What an erasure does with what it finds in a place. */
export const erasureEffects = ['delete', 'replace', 'keep', 'choose'] as const
export type ErasureEffect = (typeof erasureEffects)[number]

/** Whether what a person wrote stays, without their name, or goes. */
export const contentChoices = ['keep', 'delete'] as const
export type ContentChoice = (typeof contentChoices)[number]

/** What is kept for a number of days: ended sign-ins, deleted records, files of imports, and personal values in the audit log. */
export const retentionAreas = ['sessions', 'trash', 'imports', 'auditLog'] as const
export type RetentionArea = (typeof retentionAreas)[number]

/** What is kept for a time, in the words of screens. */
export const retentionWords = {
  sessions: msg('Sign-ins'),
  trash: msg('Deleted records'),
  imports: msg('Files of imports'),
  auditLog: msg('Names in the audit log'),
} as const satisfies Record<RetentionArea, string>

/** What stands in place of the name of a person who was erased. */
export const erasedName = 'Erased person'
