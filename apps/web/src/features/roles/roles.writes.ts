import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import type { QueryClient } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { Role } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { reloadLists, replaceRecord } from '../../api/record-cache.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'
import { toast, undoable } from '../../ui/messages/messages.tsx'
import type { OptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { roleOptions } from './roles.queries.ts'

type Action = Extract<Permission, { submodule: 'Roles' }>['action']

// i18n-ignore: the names of a permission
export const may = (action: Action): Permission => permission('Roles', 'Roles', action)

/** Puts a saved role into all caches; if it is null (not in the answer), it is loaded again. */
export function cacheRole(client: QueryClient, id: string, role: Role | null): void {
  const { queryKey } = roleOptions(id)
  if (role) {
    client.setQueryData(queryKey, (before) => ({ ...before, ...role }))
    replaceRecord<Role>(client, 'roles', id, role)
  } else void client.invalidateQueries({ queryKey })
  void reloadLists(client, 'roles')
}

/** Activates or deactivates a role; `undo` makes the reverse write and is absent for that one. */
export function statusWrite(
  role: Role,
  undo?: (write: OptimisticMutation<unknown>) => void,
): OptimisticMutation<{ message: string }> {
  const id = role._id
  const status = role.status === 'active' ? 'inactive' : 'active'
  return {
    apply: (client) => replaceRecord<Role>(client, 'roles', id, { status }),
    send: () => call('roles.updateStatus', { body: { _id: id, status } }),
    done: (answer, client) => {
      const answered = recordIn<Role>('roles', answer)
      cacheRole(client, id, answered)
      const text =
        answer.message || (status === 'active' ? t('Role is active') : t('Role is inactive'))
      const name = roleDeletion.name(role)
      if (undo) undoable(text, () => undo(statusWrite({ ...role, status, ...answered })), name)
      else toast.success(text, name)
    },
  }
}

function deletedPage(client: QueryClient): { page: string; limit: string } {
  const [shown] = client
    .getQueryCache()
    .findAll({ queryKey: ['roles.listDeleted'], type: 'active' })
  const { page = '1', limit = '25' } = (shown?.queryKey[1] ?? {}) as Record<string, string>
  // A list that came whole has no page number: its pages are made here.
  return { page: /^\d+$/.test(page) ? page : '1', limit }
}

/** Roles, as they are deleted; one comes back with the page that is looked at (specification section 4). */
export const roleDeletion: RecordArea<Role> = {
  area: 'roles',
  name: (role) => role.name ?? t('this role'),
  // The owner role can't be deleted.
  may: (can, action, role) => role.system !== true && can(may(action)),
  restore: (id, client) => call('roles.restore', { params: { id }, query: deletedPage(client) }),
  changed: (client, id) => void client.invalidateQueries({ queryKey: roleOptions(id).queryKey }),
}
