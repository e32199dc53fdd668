import { maxListMs } from '../../db/list/page.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { SharedReads } from '../../db/reads/batched-reads.ts'
import { readWithin } from '../../db/reads/cancellation.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { countEverything, countNew, listRolesWithPeople } from './dashboard.store.ts'
import { listWaitingFor } from './waiting.store.ts'

/** Handlers of the dashboard (specification sections 3 and 7). */
export function dashboardHandlers({ db, areas }: Services): HandlersOf<'dashboard'> {
  const reads = new SharedReads()
  const count = (scope: ReadScope | null) =>
    Promise.all([countEverything(db, areas, scope), countNew(db, areas, new Date(), scope)])
  return {
    'dashboard.counts': async ({ session: { scope } }) => {
      const work = () => count(scope)
      const [counts, { since, days, imported }] = scope
        ? await readWithin(maxListMs, '', work)
        : await reads.read('counts', work)
      return { data: { counts, trends: { since, ...days }, imported } }
    },
    'dashboard.waiting': async ({ session }) => ({
      data: { items: await listWaitingFor(db, session) },
    }),
    'dashboard.roles': async ({ session: { scope } }) => ({
      data: await listRolesWithPeople(db, scope),
    }),
  }
}
