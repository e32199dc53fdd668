import { permission } from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { reloadLists, removeRecord, replaceRecord } from '../../api/record-cache.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import type { OptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { roleOptions } from './roles.queries.ts'

/** What may be done with roles. */
export const may = {
  list: permission('Roles', 'Roles', 'list'),
  create: permission('Roles', 'Roles', 'create'),
  update: permission('Roles', 'Roles', 'update'),
  status: permission('Roles', 'Roles', 'status'),
  delete: permission('Roles', 'Roles', 'delete'),
  restore: permission('Roles', 'Roles', 'restore'),
  preview: permission('Roles', 'Roles', 'preview'),
}

/** How long a deletion can be undone, in milliseconds. */
const undoTime = 8000

/** A role's id, as far as it has one. */
export const idOf = (role: DeepPartial<Role>): string => textOf(role._id) ?? ''

/** Puts a role as the server answered it wherever it is shown. */
export function keepRole(client: QueryClient, role: DeepPartial<Role>): void {
  const id = idOf(role)
  client.setQueryData(roleOptions(id).queryKey, role)
  replaceRecord<Role>(client, 'roles', id, role)
  void reloadLists(client, 'roles')
}

/**
 * Activates or deactivates a role; a toast takes it back.
 * @param undo makes the write that does so; absent for that write itself
 */
export function statusWrite(
  role: DeepPartial<Role>,
  undo?: (write: OptimisticMutation<unknown>) => void,
): OptimisticMutation<{ message: string; data: DeepPartial<Role> }> {
  const id = idOf(role)
  const status = role.status === 'active' ? 'inactive' : 'active'
  return {
    apply: (client) => replaceRecord<Role>(client, 'roles', id, { status }),
    send: () => call('roles.updateStatus', { body: { _id: id, status } }),
    done: ({ message, data }, client) => {
      const now = data ?? { ...role, status }
      keepRole(client, now)
      const options = undo ? { undo: () => undo(statusWrite(now)) } : {}
      toast.success(message || `The role is ${status}`, options)
    },
  }
}

/**
 * Deletes a role; a toast takes it back.
 * @param undo makes the write that restores it
 */
export function deleteWrite(
  role: DeepPartial<Role>,
  undo: (write: OptimisticMutation<unknown>) => void,
): OptimisticMutation<{ message: string }> {
  const id = idOf(role)
  return {
    apply: (client) => {
      const takeBack = [
        removeRecord<Role>(client, 'roles', id, 'roles.list'),
        removeRecord<Role>(client, 'roles', id, 'roles.listInactive'),
      ]
      return () => {
        for (const each of takeBack) each()
      }
    },
    send: () => call('roles.delete', { params: { id } }),
    done: ({ message }, client) => {
      void client.invalidateQueries({ queryKey: roleOptions(id).queryKey })
      void reloadLists(client, 'roles')
      toast.success(message || 'Role deleted', {
        autoClose: undoTime,
        undo: () => undo(restoreWrite(role)),
      })
    },
  }
}

/** Brings a deleted role back (specification section 4). */
export function restoreWrite(role: DeepPartial<Role>): OptimisticMutation<{ message: string }> {
  const id = idOf(role)
  return {
    apply: (client) => removeRecord<Role>(client, 'roles', id, 'roles.listDeleted'),
    send: () => call('roles.restore', { params: { id } }),
    done: ({ message }, client) => {
      void client.invalidateQueries({ queryKey: roleOptions(id).queryKey })
      void reloadLists(client, 'roles')
      toast.success(message || 'Role restored')
    },
  }
}
