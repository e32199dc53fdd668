import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import { maxWebhooks, type Webhook } from '@steward/contract/webhooks/webhooks'
import { say } from '@steward/i18n/sentence'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { stableJson } from '../../stable-json.ts'
import { checkVersion } from '../records/checks.ts'
import { giveUpWaiting, makeDue } from './sending.store.ts'
import {
  type AddressCheck,
  areasWith,
  checkAddress,
  checkFilter,
  type Filter,
} from './webhook-checks.ts'
import { newSecret, secretContext } from './webhooks.rules.ts'
import {
  findWebhook,
  forgetDeleted,
  insertWebhook,
  lastSeal,
  lockAndCount,
  lockWebhook,
  type ShownWebhook,
  updateWebhook,
} from './webhooks.store.ts'
import { webhookView } from './webhooks.view.ts'

type Setting = Pick<Services, 'db' | 'areas' | 'secrets'> & AddressCheck

export async function findOrThrow(db: Db, id: string, deleted = false): Promise<ShownWebhook> {
  const webhook = await findWebhook(db, id, deleted)
  if (webhook) return webhook
  throw notFound('There is no such webhook. It may have just been deleted.')
}

export async function createWebhook(
  services: Setting,
  session: Session,
  body: BodyOf<'webhooks.create'>,
): Promise<DataOf<'webhooks.create'>> {
  const { name, url, areas = [], actions = [], filter = null } = body
  const told = areasWith(areas, filter?.list ?? null)
  if (filter) checkFilter(services, session, filter)
  await checkAddress(services, session, url)
  const secret = newSecret()
  const id = newId()
  return await write(services.db, actorOf(session), async (writing) => {
    const { tx } = writing
    await mustHaveRoom(tx)
    await insertWebhook(tx, {
      id,
      name,
      url,
      areas: told,
      actions: [...new Set(actions)],
      ...columnsOf(filter),
      owner_id: session.user.id,
      secret: services.secrets.seal(secret, secretContext(id)),
      seal: await lastSeal(tx),
    })
    return { webhook: await tell(writing, null, id), secret }
  })
}

const columnsOf = (filter: Filter | null) => ({
  list: filter?.list ?? null,
  query: filter && JSON.stringify(filter.query),
})

async function mustHaveRoom(tx: Db): Promise<void> {
  if ((await lockAndCount(tx)) < maxWebhooks) return
  throw conflict(
    say('There are already {max} webhooks, the maximum. Delete one first.', { max: maxWebhooks }),
  )
}

/** Locks a webhook and does `work` with it as it then is. */
const change = <R>(
  { db }: Pick<Services, 'db'>,
  session: Session,
  id: string,
  work: (writing: WriteTransaction, was: ShownWebhook) => Promise<R>,
  deleted = false,
): Promise<R> =>
  write(db, actorOf(session), async (writing) => {
    const { id: found } = await findOrThrow(writing.tx, id, deleted)
    await lockWebhook(writing.tx, found)
    return await work(writing, await findOrThrow(writing.tx, id, deleted))
  })

/**
 * Changes a webhook. Who changes what is sent, or where, becomes its owner: else somebody could have what another may see
 * sent to a receiver of their own.
 */
export async function editWebhook(
  services: Setting,
  session: Session,
  id: string,
  body: BodyOf<'webhooks.update'>,
): Promise<Webhook> {
  const { name, url, areas, actions, filter, state, skip = false, version } = body
  if (filter) checkFilter(services, session, filter)
  if (url !== undefined) {
    const was = await findOrThrow(services.db, id)
    await checkVersion(version, was, async () => webhookView(was))
    if (url !== was.url) await checkAddress(services, session, url)
  }
  return await change(services, session, id, async (writing, was) => {
    const { tx } = writing
    await checkVersion(version, was, async () => webhookView(was))
    const list = filter === undefined ? was.list : (filter?.list ?? null)
    // What stays of the filter is one that the new owner must be able to use, too.
    if (filter === undefined && was.list && was.query)
      checkFilter(services, session, { list: was.list, query: was.query })
    const isOn = state === 'on' && was.state === 'off'
    const setting = differing(was, {
      name,
      url,
      areas: areasWith(areas ?? (list === was.list ? was.areas : []), list),
      actions: actions && [...new Set(actions)],
      ...(filter !== undefined && { list, query: filter?.query ?? null }),
    })
    const isOff = state === 'off' && was.state === 'on'
    if (!setting && !isOn && !isOff) return webhookView(was)
    if (setting?.url !== undefined) requireStepUp(session)
    // What failed at another address is tried anew for three days, too.
    if ((isOn && !skip) || setting?.url !== undefined) await makeDue(tx, was.id, true)
    const { query, ...columns } = setting ?? {}
    await updateWebhook(tx, was.id, {
      ...columns,
      ...(query !== undefined && { query: query && JSON.stringify(query) }),
      ...(isOff && off()),
      ...((isOn || setting?.url !== undefined) && onceMore),
      ...(isOn && on),
      ...(isOn && skip && (await skipped(tx, was))),
      ...((setting || isOn) && { owner_id: session.user.id }),
    })
    return await tell(writing, was, was.id)
  })
}

/** What of a patch differs from a webhook; undefined where nothing does. */
function differing<P extends object>(was: ShownWebhook, patch: P): Partial<P> | undefined {
  const entries = Object.entries(patch).filter(
    ([column, value]) =>
      value !== undefined && stableJson(value) !== stableJson(was[column as keyof ShownWebhook]),
  )
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<P>) : undefined
}

const off = () =>
  ({ state: 'off', off_reason: 'person', off_at: new Date().toISOString() }) as const
const on: Updateable<Tables['webhooks']> = {
  state: 'on',
  off_reason: null,
  off_at: null,
}
/** What is known of a receiver, forgotten. */
const onceMore = { failures: 0, failing_since: null, paused_until: null }

/** Leaves out what a webhook hasn't sent: it goes on from the end of the audit log. */
async function skipped(tx: Db, { id }: ShownWebhook) {
  await giveUpWaiting(tx, id)
  return { seal: await lastSeal(tx), replay_from: null, replay_to: null, replay_after: null }
}

export const deleteWebhook = (
  services: Pick<Services, 'db'>,
  session: Session,
  id: string,
): Promise<Webhook> =>
  change(services, session, id, async ({ tx, note }, was) => {
    await updateWebhook(tx, was.id, { deleted_at: new Date().toISOString() })
    await forgetDeleted(tx)
    note({
      area: 'integrations',
      action: 'delete',
      record: { id: was.id, title: was.name },
      before: shownOf(was),
    })
    return webhookView(was)
  })

export const restoreWebhook = (
  services: Pick<Services, 'db' | 'areas'>,
  session: Session,
  id: string,
): Promise<Webhook> =>
  change(
    services,
    session,
    id,
    async (writing, was) => {
      await mustHaveRoom(writing.tx)
      if (was.list && was.query)
        checkFilter(services, session, { list: was.list, query: was.query })
      await updateWebhook(writing.tx, was.id, { deleted_at: null, owner_id: session.user.id })
      return await tell(writing, null, was.id, 'restore')
    },
    true,
  )

/** Makes a new secret; only the answer has it. The one before signs, too, for some hours. */
export const rotateSecret = (
  services: Pick<Services, 'db' | 'secrets'>,
  session: Session,
  id: string,
  { overlapHours }: BodyOf<'webhooks.rotateSecret'>,
): Promise<DataOf<'webhooks.rotateSecret'>> =>
  change(services, session, id, async ({ tx, note }, was) => {
    const secret = newSecret()
    const until = new Date(Date.now() + overlapHours * 3_600_000).toISOString()
    await updateWebhook(tx, was.id, {
      secret: services.secrets.seal(secret, secretContext(was.id)),
      previous_secret: overlapHours > 0 ? was.secret : null,
      previous_until: overlapHours > 0 ? until : null,
      // Whoever knows the secret answers for what is sent with it.
      owner_id: session.user.id,
    })
    note({
      area: 'integrations',
      action: 'update',
      record: { id: was.id, title: was.name },
      detail: 'new secret',
    })
    requireStepUp(session)
    return { webhook: webhookView(await findOrThrow(tx, was.id)), secret }
  })

const pairsOf = (query: Record<string, string | string[]>) =>
  Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((one) => [key, one] as [string, string]),
  )

/** What the audit log tells of a webhook; never a secret. */
const shownOf = (row: ShownWebhook) => ({
  name: row.name,
  url: row.url,
  areas: row.areas,
  actions: row.actions,
  filter: row.list && `${row.list}?${new URLSearchParams(pairsOf(row.query ?? {}))}`,
  owner_id: row.owner_id,
  state: row.state,
  off_reason: row.off_reason,
})

/** Writes a change to the audit log, where it is one; returns the webhook as it is now. */
async function tell(
  { tx, note }: WriteTransaction,
  was: ShownWebhook | null,
  id: string,
  action: 'create' | 'restore' = 'create',
): Promise<Webhook> {
  const is = await findOrThrow(tx, id)
  const after = shownOf(is)
  const record = { id, title: is.name }
  if (was) {
    const before = shownOf(was)
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (key) => stableJson(before[key]) !== stableJson(after[key]),
    )
    const only = (of: typeof after) => Object.fromEntries(changed.map((key) => [key, of[key]]))
    if (changed.length > 0)
      note({
        area: 'integrations',
        action: 'update',
        record,
        before: only(before),
        after: only(after),
      })
  } else note({ area: 'integrations', action, record, after })
  return webhookView(is)
}
