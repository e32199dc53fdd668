import type { User } from '@steward/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { DeepPartial } from '../../api/read.ts'
import {
  putBack,
  type Rollback,
  reloadLists,
  removeRecord,
  replaceRecord,
} from '../../api/record-cache.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import type { OptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { idOf, nameOf } from './user-types.ts'
import { userOptions } from './users.queries.ts'

/** What a write of one user answers. */
export type Answer = { message: string; data: DeepPartial<User> }

/** How long a deletion can be undone, in milliseconds. */
const undoTime = 8000

/** Puts fields of a user in place wherever they are shown. @returns takes that back */
function show(client: QueryClient, id: string, change: Partial<DeepPartial<User>>): Rollback {
  const { queryKey } = userOptions(id)
  const before = client.getQueryData(queryKey)
  if (before) client.setQueryData(queryKey, { ...before, ...change })
  const takeBack = replaceRecord<User>(client, 'users', id, change)
  return () => {
    takeBack()
    client.setQueryData(queryKey, (now) => now && before && putBack(now, change, before))
  }
}

/** Puts a user as the server answered them wherever they are shown. */
export function keepUser(client: QueryClient, user: DeepPartial<User>): void {
  const id = idOf(user)
  client.setQueryData(userOptions(id).queryKey, (before) => ({ ...before, ...user }))
  replaceRecord<User>(client, 'users', id, user)
}

/**
 * Swaps active and inactive; who waits for approval becomes active (specification section 4). A
 * toast takes a swap back.
 * @param undo makes the write that swaps them again; absent for that write itself
 */
export function statusWrite(
  user: DeepPartial<User>,
  undo?: (write: OptimisticMutation<Answer>) => void,
): OptimisticMutation<Answer> {
  const id = idOf(user)
  const status = user.status === 'active' ? 'inactive' : 'active'
  return {
    apply: (client) => show(client, id, { status }),
    send: () => call('users.changeStatus', { params: { id } }),
    done: ({ message, data }, client) => {
      const now = data ?? { ...user, status }
      keepUser(client, now)
      const text = message || `${nameOf(user)} is ${status}`
      // Who waited for approval can't be made to wait again.
      if (!undo || user.status === 'pending') toast.success(text)
      else toast.success(text, { undo: () => undo(statusWrite(now)) })
    },
  }
}

/** Lets a user use the shopping feed, or not. */
export function feedWrite(user: DeepPartial<User>, on: boolean): OptimisticMutation<Answer> {
  const id = idOf(user)
  const status = on ? 'active' : 'inactive'
  return {
    apply: (client) => show(client, id, { shoppingFeedStatus: status }),
    send: () => call('users.setShoppingFeed', { params: { userId: id }, body: { status } }),
    done: ({ message, data }, client) => {
      keepUser(client, data ?? { ...user, shoppingFeedStatus: status })
      toast.success(message || 'Saved')
    },
  }
}

/**
 * Deletes a user; a toast takes it back.
 * @param undo makes the write that restores them
 * @param after called once they are deleted, such as to leave their page
 */
export function deleteWrite(
  user: DeepPartial<User>,
  undo: (write: OptimisticMutation<Answer>) => void,
  after?: () => void,
): OptimisticMutation<Answer> {
  const id = idOf(user)
  return {
    apply: (client) => removeRecord<User>(client, 'users', id),
    send: () => call('users.delete', { params: { id } }),
    done: ({ message }, client, takeBack) => {
      after?.()
      client.removeQueries({ queryKey: userOptions(id).queryKey })
      toast.success(message || `${nameOf(user)} deleted`, {
        autoClose: undoTime,
        undo: () => undo(restoreWrite(user, takeBack)),
      })
    },
  }
}

function restoreWrite(user: DeepPartial<User>, putBack: Rollback): OptimisticMutation<Answer> {
  return {
    send: () => call('users.restore', { params: { id: idOf(user) } }),
    done: ({ message, data }, client) => {
      putBack()
      keepUser(client, data ?? user)
      void reloadLists(client, 'users')
      toast.success(message || `${nameOf(user)} restored`)
    },
  }
}

/** Gives a role to several admins: to all of them or to none. */
export function giveRoleWrite(
  role: string,
  users: readonly string[],
  after: () => void,
): OptimisticMutation<{ message: string; data: { users: DeepPartial<User>[] } }> {
  return {
    send: () => call('users.assignRole', { body: { role, users: [...users] } }),
    done: ({ message, data }, client) => {
      for (const user of data?.users ?? []) keepUser(client, user)
      void reloadLists(client, 'roles')
      toast.success(message || 'Role given')
      after()
    },
  }
}
