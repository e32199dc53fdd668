import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

/**
 * What can be done with a row, behind a button. The menu itself is made when it is first opened, so
 * that a hundred rows cost a hundred buttons. In a row the button is reached by the right arrow.
 * @param props.label names the record: `Actions for Moderator`
 * @param props.children menu items
 */
export function RowMenu(props: { label: string; children: ReactNode }) {
  const [used, setUsed] = useState(false)
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={-1}
      aria-label={props.label}
      aria-haspopup="menu"
      onClick={used ? undefined : () => setUsed(true)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
  if (!used) return button
  return (
    <Menu position="bottom-end" defaultOpened returnFocus>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  )
}
