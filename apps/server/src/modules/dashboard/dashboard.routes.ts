import { SharedReads } from '../../db/reads/batched-reads.ts'
import type { HandlersOf } from '../../http/routes.ts'
import type { Services } from '../../services.ts'
import { countEverything, countNew, listRolesWithPeople } from './dashboard.store.ts'
import { listWaitingFor } from './waiting.store.ts'

/** Handlers of the dashboard (specification sections 3 and 7). */
export function dashboardHandlers({ db, areas }: Services): HandlersOf<'dashboard'> {
  const reads = new SharedReads()
  const count = () =>
    Promise.all([countEverything(db, areas), countNew(db, areas, new Date())] as const)
  return {
    'dashboard.counts': async () => {
      const [counts, { since, days, imported }] = await reads.read('counts', count)
      return { data: { counts, trends: { since, ...days }, imported } }
    },
    'dashboard.waiting': async ({ session }) => ({
      data: { items: await listWaitingFor(db, session) },
    }),
    'dashboard.roles': async () => ({ data: await listRolesWithPeople(db) }),
  }
}
