import { permission } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { adviceFor, maxListMs } from '../../db/list/page.ts'
import { readWithin } from '../../db/reads/cancellation.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { requirePermission } from '../../http/authorize.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { PersonRate } from '../../http/person-rate.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { translatorIn } from '../../languages.ts'
import type { Services } from '../../services.ts'
import { heldAsCsv } from './access-review.csv.ts'
import { firstOfDays, listHeld, listHeldByRoles, streamHeld } from './access-review.store.ts'
import { obstacleOf } from './take-away.rules.ts'
import { giveBack, takeAway } from './take-away.service.ts'
import { findOfRoles } from './take-away.store.ts'

/** How many files a person may take, since each reads everything that everybody holds. */
export const fileRate = { max: 10, windowMs: 60_000 }

/** Every call names staff. */
const mustListAdmins = (session: Session) =>
  requirePermission(session, permission('Users', 'Admins', 'list'))

/** Handlers of the access review: who holds what, through what, and when they last used it. */
export function accessReviewHandlers(services: Services): HandlersOf<'accessReview'> {
  const { db, flushUses, words } = services
  const rate = new PersonRate(fileRate, msg('Too many files. Please wait a minute.'))
  return {
    'accessReview.list': async ({ query, session }) => {
      mustListAdmins(session)
      await flushUses()
      const { rows, pagination } = await readWithin(maxListMs, adviceFor(query), () =>
        listHeld(db, query, session.scope),
      )
      return { data: { held: rows, pagination } }
    },
    'accessReview.listRoles': async ({ query, session }) => {
      mustListAdmins(session)
      await flushUses()
      const { rows, pagination } = await readWithin(maxListMs, adviceFor(query), () =>
        listHeldByRoles(db, query, session.scope),
      )
      return { data: { held: rows, pagination } }
    },
    'accessReview.file': async ({ query, session }) => {
      mustListAdmins(session)
      rate.take(session.user.id)
      await flushUses()
      const { language, ...filters } = query
      const name = `access-review-${new Date().toISOString().slice(0, 10)}.csv`
      await auditEvent(db, actorOf(session), {
        action: 'export',
        area: 'roles',
        detail: name,
        after: { query: filters },
      })
      const translator = translatorIn(language, await words.read())
      return { name, text: heldAsCsv(streamHeld(db, filters, session.scope), translator) }
    },
    'accessReview.preview': async ({ body: { permissions, unused }, session }) => {
      mustListAdmins(session)
      await flushUses()
      const found = await findOfRoles(db, permissions, firstOfDays(unused), session.scope)
      return {
        data: {
          permissions: found.map(({ system, status, granted, ...shown }) => ({
            ...shown,
            obstacle: obstacleOf({ system, status, granted, ...shown }, session),
          })),
        },
      }
    },
    'accessReview.takeAway': async ({ body, session }) => {
      mustListAdmins(session)
      await flushUses()
      const roles = await takeAway(services, session, body)
      const count = body.permissions.length
      return {
        message: say('{count, plural, one {Permission} other {# permissions}} taken away', {
          count,
        }),
        data: { roles },
      }
    },
    'accessReview.giveBack': async ({ body, session }) => {
      mustListAdmins(session)
      const roles = await giveBack(services, session, body)
      const count = body.permissions.length
      return {
        message: say('{count, plural, one {Permission} other {# permissions}} given back', {
          count,
        }),
        data: { roles },
      }
    },
  }
}
