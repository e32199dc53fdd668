import type { DataOf } from '@steward/contract/calls/endpoints'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import type { WaitingKind } from '@steward/contract/system/dashboard'
import type { Db } from '../../db/connection/connection.ts'
import { hasPermission } from '../../http/authorize.ts'
import type { Session } from '../../http/session.ts'
import {
  type Waiting,
  waitingBills,
  waitingJobs,
  waitingPosts,
  waitingRegistrations,
  waitingTasks,
} from './waiting.store.ts'

type Items = DataOf<'dashboard.waiting'>['items']

/** What waits, by whom it concerns: what they may decide on, or list. Their own jobs everybody sees. */
const parts: readonly {
  kind: WaitingKind
  needs: Permission | null
  read: (db: Db, person: string) => Promise<Waiting>
}[] = [
  {
    kind: 'registrations',
    needs: permission('Users', 'Admins', 'status'),
    read: waitingRegistrations,
  },
  {
    kind: 'reportedPosts',
    needs: permission('Community', 'Feed posts', 'list'),
    read: waitingPosts,
  },
  { kind: 'tasks', needs: permission('Operations', 'Tasks', 'list'), read: waitingTasks },
  { kind: 'bills', needs: permission('Operations', 'Bills', 'list'), read: waitingBills },
  { kind: 'jobs', needs: null, read: waitingJobs },
]

/** What waits for a person, in the order in which it is told. */
export async function listWaitingFor(db: Db, session: Session): Promise<Items> {
  const own = parts.filter(({ needs }) => needs === null || hasPermission(session, needs))
  return await Promise.all(
    own.map(async ({ kind, read }) => ({ kind, ...(await read(db, session.user.id)) })),
  )
}
