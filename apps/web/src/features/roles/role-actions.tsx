import type { Role } from '@steward/contract/roles'
import {
  IconArrowBackUp,
  IconArrowsLeftRight,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPower,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { deleteWrite, idOf, may, restoreWrite, statusWrite } from './roles.writes.ts'
import { useViewAsRole } from './use-view-as-role.ts'

/** What the person signed in may do with a role as it stands, in the order of its use. */
function useRoleActions(role: DeepPartial<Role>): RecordAction[] {
  const can = useCan()
  const navigate = useNavigate()
  const { mutate } = useOptimisticMutation<unknown>()
  const lookThrough = useViewAsRole()
  const previews = useHasCall('roles.preview')
  const id = idOf(role)
  if (id === '') return []
  if (role.status === 'deleted') {
    const restore = {
      label: 'Restore',
      icon: IconArrowBackUp,
      act: () => mutate(restoreWrite(role)),
    }
    return can(may.restore) ? [restore] : []
  }
  const changeable = role.system !== true
  return permitted([
    changeable &&
      can(may.update) && {
        label: 'Edit',
        icon: IconPencil,
        act: () => void navigate({ to: '/roles/$id', params: { id } }),
      },
    can(may.create) && {
      label: 'Duplicate',
      icon: IconCopy,
      act: () => void navigate({ to: '/roles/new', search: { from: id } }),
    },
    can(may.list) && {
      label: 'Compare',
      icon: IconArrowsLeftRight,
      act: () => void navigate({ to: '/roles/compare', search: { a: id } }),
    },
    previews &&
      can(may.preview) && {
        label: 'View as this role',
        icon: IconEye,
        act: () => void lookThrough(id),
      },
    changeable &&
      can(may.status) && {
        label: role.status === 'active' ? 'Deactivate' : 'Activate',
        icon: role.status === 'active' ? IconEyeOff : IconPower,
        act: () => mutate(statusWrite(role, mutate)),
      },
    changeable &&
      can(may.delete) && {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        act: () => mutate(deleteWrite(role, mutate)),
      },
  ])
}

/** The menu of a role's row. */
export function RoleMenu({ role }: { role: DeepPartial<Role> }) {
  return <ActionsMenu name={textOf(role.name) ?? 'this role'} actions={useRoleActions(role)} />
}

/**
 * The same as buttons, for the drawer and the role's page.
 * @param props.without labels that are left out
 */
export function RoleButtons(props: { role: DeepPartial<Role>; without?: string }) {
  const actions = useRoleActions(props.role).filter(({ label }) => label !== props.without)
  return <ActionButtons actions={actions} />
}
