import { Button, Menu } from '@mantine/core'
import type { User } from '@steward/contract/users'
import { IconId, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Sparse } from '../../api/read.ts'
import { useCan } from '../../ui/permitted.tsx'
import { dangerItem, RowMenu } from '../../ui/row-menu.tsx'
import { useWrite } from '../../ui/use-write.ts'
import { idOf, mayDo, nameOf, typeOf, userTypes } from './user-types.ts'
import classes from './users.module.css'
import { deleteWrite } from './users.writes.ts'

interface Action {
  label: string
  Icon: typeof IconTrash
  act: () => void
  danger?: true
}

/** What the person signed in may do with a user, in the order of its use. */
function useUserActions(user: Sparse<User>, onPage: boolean): Action[] {
  const can = useCan()
  const navigate = useNavigate()
  const { mutate } = useWrite()
  const id = idOf(user)
  if (id === '') return []
  const leave = () => void navigate({ to: userTypes[typeOf(user)].to })
  const all: (Action | false)[] = [
    !onPage &&
      mayDo(can, user, 'view') && {
        label: 'Open page',
        Icon: IconId,
        act: () => void navigate({ to: '/users/$id', params: { id } }),
      },
    mayDo(can, user, 'update') &&
      mayDo(can, user, 'view') && {
        label: 'Edit',
        Icon: IconPencil,
        act: () => void navigate({ to: '/users/$id/edit', params: { id } }),
      },
    mayDo(can, user, 'delete') && {
      label: 'Delete',
      Icon: IconTrash,
      danger: true,
      act: () => mutate(deleteWrite(user, mutate, onPage ? leave : undefined)),
    },
  ]
  return all.filter((each) => each !== false)
}

/** The menu of a user's row. */
export function UserMenu({ user }: { user: Sparse<User> }) {
  const actions = useUserActions(user, false)
  if (actions.length === 0) return null
  return (
    <RowMenu label={`Actions for ${nameOf(user)}`}>
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

/** The same as buttons. @param props.onPage on the user's own page, which deleting them leaves */
export function UserButtons({ user, onPage = false }: { user: Sparse<User>; onPage?: boolean }) {
  const actions = useUserActions(user, onPage)
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
