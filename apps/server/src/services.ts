import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connection/connection.ts'
import type { WriteTransaction } from './db/write/write-transaction.ts'
import type { FreshValue } from './fresh-value.ts'
import type { Outbound } from './http/outbound.ts'
import type { MakeScope, Session } from './http/session.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ProviderClients } from './modules/identity-providers/provider-clients.ts'
import type { SignInOptions } from './modules/identity-providers/sign-in-options.ts'
import type { AreaRegistry } from './modules/records/area.ts'
import type { MailedUser } from './modules/records/bulk.ts'
import type { OwnerNotice } from './modules/records/revert.ts'
import type { Snapshots } from './modules/time-travel/time-travel.service.ts'
import type { OwnWordsReader } from './modules/words/own-words.ts'
import type { Secrets } from './secrets.ts'
import type { Pictures } from './uploads/pictures.ts'

/** What the handlers of calls work with. */
export interface Services {
  db: Db
  config: Config
  areas: AreaRegistry
  /** Makes the scopes of people whose rights are narrowed. */
  scopeOf: MakeScope
  secrets: Secrets
  mailer: Mailer
  /** Requests to addresses that people have entered. */
  outbound: Outbound
  pictures: Pictures
  /** The words of the community. */
  words: OwnWordsReader
  snapshots: Snapshots
  /** How staff can sign in, as the sign-in page says it. */
  signInOptions: FreshValue<SignInOptions>
  /** What speaks with identity providers. */
  identityProviders: ProviderClients
  /** Logs what an identity provider did wrong, for who runs the server. */
  providerFailed(error: unknown): void
  /** Work that goes on after the answer. */
  background: Background
  /** Writes the pending counts of used permissions. */
  flushUses(): Promise<void>
  /** Makes the runners look for a new job at once. */
  kickJobs(): void
  /** Counts people whom lists show to a session, and logs a bulk read. */
  countShown(session: Session, people: readonly { id: string }[]): Promise<void>
  /** Mails a notice to the other active owners after the transaction; doesn't wait for the mail. */
  notifyOwners(by: Pick<Session, 'user'>, notice: OwnerNotice): void
  /**
   * Gives the people whom an identity provider has provisioned the roles of its mapping, in the caller's transaction.
   * @returns notices for the owners
   */
  applyMapping(
    writing: WriteTransaction,
    session: Session,
    provider: string,
  ): Promise<OwnerNotice[]>
  /** Mails users what was done to their accounts by somebody with this name; returns at once. */
  mailUsers(mailed: readonly MailedUser[], by: string): void
}
