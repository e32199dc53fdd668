import { AsyncLocalStorage } from 'node:async_hooks'
import type { ImportArea } from '@steward/contract/areas/areas'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { ContentChoice } from '@steward/contract/privacy/places'
import type { UserType } from '@steward/contract/users/users'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import type { Actor, Via } from './audit.ts'
import type { Change } from './audit-lines.ts'

/** What a request is about to do: the changes of its transaction, jobs, an export of people, an import, or a setting. */
export type Effect =
  | { kind: 'changes'; changes: readonly Change[] }
  | { kind: 'jobs'; ids: readonly string[]; erases?: Erases | undefined }
  | {
      kind: 'export'
      list: string
      total: number
      /** The types of the people in it. */
      types: readonly UserType[]
      /** SHA-256 of the ids and versions of its records. */
      digest(): Promise<string>
      /** The ids of the first records. */
      first(limit: number): Promise<string[]>
    }
  | {
      kind: 'import'
      list: ImportArea
      fileName: string
      /** How many rows the file has, each of which may add or change a record. */
      rows: number
      needs: readonly Permission[]
      /** The types of the people that may be in it; null of other lists. */
      types: readonly UserType[] | null
      /** What it is bound to: the file, and how it is read and written. */
      content: object
      /** What would be written of the first rows. */
      first: readonly Change[]
    }
  | { kind: 'setting'; setting: 'rules' | 'ownerRoles' | 'trash'; title: string; version: string }

/** Whom a job erases, as they were before their access was ended, and whether what they wrote stays. */
export interface Erases {
  person: Selectable<Tables['users']>
  content: ContentChoice
}

export interface ChangeGuard {
  /** Refuses an effect before it is committed, by a Failure; returns the consent by which it is let through. */
  check(tx: Transaction<Tables>, actor: Actor, effect: Effect): Promise<Via['consent']>
  /** Refuses the commit of a transaction by which nothing shall be changed. */
  atCommit(): void
}

const current = new AsyncLocalStorage<{ guard: ChangeGuard | undefined }>()

/** Does the work of a request under a guard; what goes on after it is no part of the request. */
export async function withChangeGuard<R>(guard: ChangeGuard, work: () => Promise<R>): Promise<R> {
  const held: { guard: ChangeGuard | undefined } = { guard }
  try {
    return await current.run(held, work)
  } finally {
    held.guard = undefined
  }
}

/** Asks the guard of the current request about an effect; outside requests there is none. */
export const checkEffect = async (
  tx: Transaction<Tables>,
  actor: Actor,
  effect: Effect,
): Promise<Via['consent']> => current.getStore()?.guard?.check(tx, actor, effect)

export const checkCommit = (): void => current.getStore()?.guard?.atCommit()

/** Who acts, with the consent in their audit entries. */
export const withConsent = <A extends Actor>(actor: A, consent: Via['consent']): A =>
  consent ? { ...actor, via: { ...actor.via, consent } } : actor
