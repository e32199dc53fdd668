import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { askerOf, maySeeList } from './saved-views.rules.ts'
import {
  createView,
  deleteView,
  editView,
  restoreView,
  savedViewView,
} from './saved-views.service.ts'
import { rolesToShareWith, viewsSeenBy } from './saved-views.store.ts'

/** Handlers of saved views, which are named addresses of lists. */
export function savedViewsHandlers(db: Db): HandlersOf<'savedViews'> {
  return {
    'savedViews.list': async ({ session }) => {
      const asker = askerOf(session)
      const rows = (await viewsSeenBy(db, asker)).filter(({ list }) => maySeeList(session, list))
      return { data: rows.map((row) => savedViewView(row, asker)) }
    },
    'savedViews.roles': async () => {
      const roles = await rolesToShareWith(db)
      return { data: roles.map(({ id, name }) => ({ _id: id, name })) }
    },
    'savedViews.create': async ({ session, body }) => {
      const data = await createView(db, session, body)
      return { message: say('View “{name}” saved', { name: data.name }), data }
    },
    'savedViews.update': async ({ session, params, body }) => {
      const data = await editView(db, session, params.id, body)
      return { message: say('View “{name}” saved', { name: data.name }), data }
    },
    'savedViews.delete': async ({ session, params }) => {
      const data = await deleteView(db, session, params.id)
      return { message: say('View “{name}” deleted', { name: data.name }), data }
    },
    'savedViews.restore': async ({ session, params }) => {
      const data = await restoreView(db, session, params.id)
      return { message: say('View “{name}” restored', { name: data.name }), data }
    },
  }
}
