import type { Consent } from '@steward/contract/consents/consents'
import type { PrepareCall } from '../../http/direct-call.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { ask } from './ask.service.ts'
import { dependentsOn } from './consent-guard.ts'
import { isAnyOn } from './consents.rules.ts'
import {
  type ConsentRow,
  listConsents,
  listOpenOf,
  listWaitingFor,
  readRules,
} from './consents.store.ts'
import { consentView, shownRecords } from './consents.view.ts'
import { decide, viewerOf, visibleConsent, withdraw } from './decide.service.ts'
import { setRules, settingsOf } from './rules.service.ts'

/**
 * Handlers of what needs the consent of a second person (docs/decisions/0075-two-people.md).
 * @param prepare makes a call of the contract ready to be tried
 */
export function consentsHandlers(services: Services, prepare: PrepareCall): HandlersOf<'consents'> {
  const { db } = services
  const view = async (row: ConsentRow, session: Session): Promise<Consent> =>
    consentView(
      row,
      session,
      await dependentsOn(db, row.user_id, [session.user.id], row.created_at),
    )
  const views = (rows: readonly ConsentRow[], session: Session) =>
    Promise.all(rows.map((row) => view(row, session)))
  const present = async (id: string, session: Session) =>
    view(await visibleConsent(db, session, id), session)
  return {
    'consents.rules': async ({ session }) => ({ data: await settingsOf(db, session) }),
    'consents.saveRules': async ({ body, session }) => ({
      message: 'Rules saved',
      data: await setRules(services, session, body),
    }),
    'consents.list': async ({ query, session }) => {
      const { rows, pagination } = await listConsents(db, query, viewerOf(session))
      return { data: { consents: await views(rows, session), pagination } }
    },
    'consents.open': async ({ session }) => {
      const waiting = await views(await listWaitingFor(db, viewerOf(session)), session)
      const own = await listOpenOf(db, session.user.id)
      const mine = await Promise.all(
        own.map(async (row) => ({ ...(await view(row, session)), records: row.ids })),
      )
      const forMe = waiting.filter(({ obstacle }) => obstacle === null).length
      const offered = session.owner || forMe + mine.length > 0 || isAnyOn(await readRules(db))
      return { data: { offered, forMe, mine } }
    },
    'consents.details': async ({ params: { id }, session }) => {
      const consent = await present(id, session)
      return { data: { consent, records: await shownRecords(db, id) } }
    },
    'consents.create': async ({ body, session }) => {
      const id = await ask(services, session, body, prepare)
      return { message: 'Asked for consent', data: await present(id, session) }
    },
    'consents.agree': async ({ params: { id }, body, session }) => {
      await decide(services, session, id, { status: 'agreed', reason: body.reason })
      return { message: 'Agreed', data: await present(id, session) }
    },
    'consents.decline': async ({ params: { id }, body, session }) => {
      await decide(services, session, id, { status: 'declined', reason: body.reason })
      return { message: 'Declined', data: await present(id, session) }
    },
    'consents.withdraw': async ({ params: { id }, session }) => {
      await withdraw(services, session, id)
      return { message: 'Withdrawn', data: await present(id, session) }
    },
  }
}
