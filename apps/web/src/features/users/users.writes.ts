import { msg, t } from '@steward/i18n/reader'
import type { QueryClient } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { mayDo, nameOf, statusText } from '../../shared/people/user-types.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'
import { toast, undoable } from '../../ui/messages/messages.tsx'
import { pushUndo } from '../../ui/messages/undo-stack.ts'
import type { OptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { userOptions } from './users.queries.ts'

export type Answer = { message: string; data?: unknown }

/** Puts a saved user into all caches; if null (not in the answer), they are loaded again. */
export function cacheUser(client: QueryClient, id: string, user: User | null): void {
  if (user) {
    replaceRecord<User>(client, 'users', id, user)
    return
  }
  void client.invalidateQueries({ queryKey: userOptions(id).queryKey })
  void reloadLists(client, 'users')
}

const userIn = (answer: unknown) => recordIn<User>('users', answer)

/**
 * Swaps active and inactive; pending becomes active (section 4).
 * @param undo makes the write that swaps back; absent for that write
 */
export function statusWrite(
  user: User,
  undo?: (write: OptimisticMutation<Answer>) => void,
): OptimisticMutation<Answer> {
  const id = user._id
  // Where the status isn't known, only the server can say what it has become.
  const known = Boolean(user.status)
  const change = known
    ? ({ status: user.status === 'active' ? 'inactive' : 'active' } as const)
    : {}
  const saidOf = (now: User) =>
    now.status
      ? statusText(nameOf(user), now.status)
      : t('Status of {name} changed', { name: nameOf(user) })
  return {
    apply: (client) => replaceRecord<User>(client, 'users', id, change),
    send: () => call('users.changeStatus', { params: { id }, wanted: change.status }),
    done: (answer, client) => {
      const answered = userIn(answer)
      cacheUser(client, id, answered)
      const now = answered ?? { ...user, ...change }
      const text = answer.message || saidOf(now)
      // Who waited for approval can't be made to wait again.
      if (!undo || user.status === 'pending') toast.success(text, nameOf(user))
      else undoable(text, () => undo(statusWrite(now)), nameOf(user))
    },
  }
}

/** Opens or closes a user's shopping feed; `undo` makes the reverse write, absent for that one. */
export function feedWrite(
  user: User,
  on: boolean,
  undo?: (write: OptimisticMutation<Answer>) => void,
): OptimisticMutation<Answer> {
  const id = user._id
  const status = on ? 'active' : 'inactive'
  return {
    apply: (client) => replaceRecord<User>(client, 'users', id, { shoppingFeedStatus: status }),
    send: () => call('users.setShoppingFeed', { params: { userId: id }, body: { status } }),
    done: (answer, client) => {
      cacheUser(client, id, userIn(answer))
      const text = answer.message || t('Saved')
      toast.success(text, nameOf(user))
      if (undo) pushUndo({ undo: () => undo(feedWrite(user, !on)) })
    },
  }
}

export const userDeletion: RecordArea<User> = {
  area: 'users',
  name: nameOf,
  returning: msg(
    'They keep their status and role. Admins are e-mailed a link to set a new password.',
  ),
  may: (can, action, user) => mayDo(can, user, action === 'purge' ? 'purge' : 'delete'),
  changed: (client, id) => client.removeQueries({ queryKey: userOptions(id).queryKey }),
}

/** Gives a role to several admins: to all of them or to none. */
export function giveRoleWrite(
  role: string,
  users: readonly string[],
  after: (given: readonly User[]) => void,
): OptimisticMutation<{ message: string; data: { users: User[] } }> {
  return {
    send: () => call('users.assignRole', { body: { role, users: [...users] } }),
    done: ({ message, data }, client) => {
      for (const user of data.users) cacheUser(client, user._id, user)
      void reloadLists(client, 'roles')
      toast.success(message || t('Role given'))
      after(data.users)
    },
  }
}
