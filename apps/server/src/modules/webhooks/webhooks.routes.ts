import { randomUUID } from 'node:crypto'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { HandlersOf } from '../../http/handler.ts'
import { PersonRate } from '../../http/person-rate.ts'
import type { Services } from '../../services.ts'
import { deliveriesOf } from './deliveries.store.ts'
import { testBody } from './event.ts'
import { postMessage } from './post.ts'
import { replayOne, replaySpan } from './replay.service.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  findOrThrow,
  restoreWebhook,
  rotateSecret,
} from './webhooks.service.ts'
import { findWebhooks } from './webhooks.store.ts'
import { deliveryViews, webhookView } from './webhooks.view.ts'

/** Handlers of webhooks (docs/decisions/0070-webhooks.md). */
export function webhooksHandlers(parts: Services): HandlersOf<'webhooks'> {
  const { db } = parts
  const tests = new PersonRate(
    { max: 20, windowMs: 60_000 },
    msg('You have tested webhooks many times within a minute. Please wait a moment.'),
  )
  const addresses = new PersonRate(
    { max: 30, windowMs: 60_000 },
    msg('You have entered many addresses of webhooks within a minute. Please wait a moment.'),
  )
  const services = { ...parts, addresses }
  return {
    'webhooks.list': async () => ({ data: (await findWebhooks(db)).map(webhookView) }),
    'webhooks.create': async ({ session, body }) => {
      const data = await createWebhook(services, session, body)
      return { message: say('Webhook “{name}” created', { name: data.webhook.name }), data }
    },
    'webhooks.update': async ({ session, params, body }) => {
      const data = await editWebhook(services, session, params.id, body)
      return { message: say('Webhook “{name}” saved', { name: data.name }), data }
    },
    'webhooks.delete': async ({ session, params }) => {
      const data = await deleteWebhook(services, session, params.id)
      return { message: say('Webhook “{name}” deleted', { name: data.name }), data }
    },
    'webhooks.restore': async ({ session, params }) => {
      const data = await restoreWebhook(services, session, params.id)
      return { message: say('Webhook “{name}” restored', { name: data.name }), data }
    },
    'webhooks.test': async ({ session, params }) => {
      const webhook = await findOrThrow(db, params.id)
      tests.take(session.user.id)
      const body = testBody(webhook, session.user.name, new Date())
      const id = `msg_test_${randomUUID()}`
      const message = { id, body, caller: session.user.id }
      const { attempt, answer } = await postMessage(services, webhook, message)
      const data: DataOf<'webhooks.test'> = { ...attempt, answer }
      return { message: 'Test event sent', data }
    },
    'webhooks.rotateSecret': async ({ session, params, body }) => {
      const data = await rotateSecret(services, session, params.id, body)
      return { message: 'New secret made', data }
    },
    'webhooks.deliveries': async ({ session, params, query }) => {
      const { id } = await findOrThrow(db, params.id)
      const { limit = 25, status } = query
      const after = query.after === undefined ? undefined : Number(query.after)
      const rows = await deliveriesOf(db, id, { after, limit: limit + 1, status })
      const shown = rows.slice(0, limit)
      const next = rows.length > limit ? String(shown.at(-1)?.id) : null
      return { data: { deliveries: await deliveryViews(db, shown, session), next } }
    },
    'webhooks.replay': async ({ session, params, body }) => {
      const { delivery, from, to } = body
      if (delivery !== undefined) await replayOne(db, session, params.id, Number(delivery))
      else await replaySpan(db, session, params.id, { from: from ?? '', to: to ?? '' })
      const message = delivery
        ? msg('The event is sent again.')
        : msg('The events of this time are sent again.')
      return { message, data: null }
    },
  }
}
