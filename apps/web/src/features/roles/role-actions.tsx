import { Button, Menu } from '@mantine/core'
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
import { type Sparse, textOf } from '../../api/read.ts'
import { useCan } from '../../ui/permitted.tsx'
import { dangerItem, RowMenu } from '../../ui/row-menu.tsx'
import { useWrite } from '../../ui/use-write.ts'
import classes from './roles.module.css'
import { deleteWrite, idOf, may, restoreWrite, statusWrite } from './roles.writes.ts'
import { useLookThrough } from './use-look-through.ts'

interface Action {
  label: string
  Icon: typeof IconCopy
  act: () => void
  danger?: true
}

/** What the person signed in may do with a role as it stands, in the order of its use. */
function useRoleActions(role: Sparse<Role>): Action[] {
  const can = useCan()
  const navigate = useNavigate()
  const { mutate } = useWrite<unknown>()
  const lookThrough = useLookThrough()
  const id = idOf(role)
  if (id === '') return []
  if (role.status === 'deleted') {
    const restore = {
      label: 'Restore',
      Icon: IconArrowBackUp,
      act: () => mutate(restoreWrite(role)),
    }
    return can(may.restore) ? [restore] : []
  }
  const changeable = role.system !== true
  const all: (Action | false)[] = [
    changeable &&
      can(may.update) && {
        label: 'Edit',
        Icon: IconPencil,
        act: () => void navigate({ to: '/roles/$id', params: { id } }),
      },
    can(may.create) && {
      label: 'Duplicate',
      Icon: IconCopy,
      act: () => void navigate({ to: '/roles/new', search: { from: id } as never }),
    },
    can(may.list) && {
      label: 'Compare',
      Icon: IconArrowsLeftRight,
      act: () => void navigate({ to: '/roles/compare', search: { a: id } as never }),
    },
    can(may.preview) && {
      label: 'View as this role',
      Icon: IconEye,
      act: () => void lookThrough(id),
    },
    changeable &&
      can(may.status) && {
        label: role.status === 'active' ? 'Deactivate' : 'Activate',
        Icon: role.status === 'active' ? IconEyeOff : IconPower,
        act: () => mutate(statusWrite(role, mutate)),
      },
    changeable &&
      can(may.delete) && {
        label: 'Delete',
        Icon: IconTrash,
        danger: true,
        act: () => mutate(deleteWrite(role, mutate)),
      },
  ]
  return all.filter((each) => each !== false)
}

/** The menu of a role's row. */
export function RoleMenu({ role }: { role: Sparse<Role> }) {
  const actions = useRoleActions(role)
  if (actions.length === 0) return null
  return (
    <RowMenu label={`Actions for ${textOf(role.name) ?? 'this role'}`}>
      {actions.map(({ label, Icon, act, danger }) => (
        <Menu.Item
          key={label}
          className={danger && dangerItem}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={act}
        >
          {label}
        </Menu.Item>
      ))}
    </RowMenu>
  )
}

/**
 * The same as buttons, for the drawer and the role's page.
 * @param props.without labels that are left out
 */
export function RoleButtons(props: { role: Sparse<Role>; without?: string }) {
  const actions = useRoleActions(props.role).filter(({ label }) => label !== props.without)
  if (actions.length === 0) return null
  return (
    <div className={classes.buttons}>
      {actions.map(({ label, Icon, act, danger }) => (
        <Button
          key={label}
          variant="default"
          size="xs"
          data-danger={danger}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
