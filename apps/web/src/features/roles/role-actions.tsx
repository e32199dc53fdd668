import { t } from '@steward/i18n/reader'
import {
  IconArrowsLeftRight,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPower,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { isDeleted } from '../../api/answers/read.ts'
import { startRoleView } from '../../api/browser/role-view.ts'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { showFailure } from '../../ui/messages/messages.tsx'
import { useOptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { may, roleDeletion, statusWrite } from './roles.writes.ts'

export const { Menu: RoleMenu, Buttons: RoleButtons } = actionsOf(roleDeletion, (role) => {
  const can = useCan()
  const navigate = useNavigate()
  const { mutate } = useOptimisticMutation<unknown>()
  const lookThrough = useViewAsRole()
  const previews = useHasCall('roles.preview')
  const id = role._id
  if (isDeleted(role)) return []
  const changeable = role.system !== true
  return [
    changeable &&
      can(may('update')) && {
        label: t('Edit'),
        icon: IconPencil,
        key: 'e',
        act: () => void navigate({ to: '/roles/$id', params: { id } }),
      },
    can(may('create')) && {
      label: t('Duplicate'),
      icon: IconCopy,
      act: () => void navigate({ to: '/roles/new', search: { from: id } }),
    },
    can(may('list')) && {
      label: t('Compare'),
      icon: IconArrowsLeftRight,
      act: () => void navigate({ to: '/roles/compare', search: { a: id } }),
    },
    previews &&
      can(may('preview')) && {
        label: t('View as this role'),
        icon: IconEye,
        act: () => void lookThrough(id),
      },
    changeable &&
      can(may('status')) && {
        label: role.status === 'active' ? t('Deactivate') : t('Activate'),
        icon: role.status === 'active' ? IconEyeOff : IconPower,
        key: 's',
        act: () => mutate(statusWrite(role, mutate)),
      },
  ]
})

/** Starts to look at everything through a role, from its first page on; the banner ends it. */
function useViewAsRole() {
  const navigate = useNavigate()
  return async (id: string) => {
    try {
      const { data } = await call('roles.preview', { body: { _id: id } })
      startRoleView(data.token, { role: data.role.name, missing: data.missing.length })
      await navigate({ to: '/dashboard', state: { landing: true } })
    } catch (thrown) {
      showFailure(thrown)
    }
  }
}
