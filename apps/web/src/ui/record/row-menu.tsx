import type { Menu as MantineMenu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FloatingMenu } from '../float/floating-menu.tsx'
import classes from './record.module.css'

/** The menu of a row; the right arrow key leads to it. */
export function RowMenu(props: {
  label: string
  children: (Menu: typeof MantineMenu) => ReactNode
}) {
  return (
    <FloatingMenu
      position="bottom-end"
      returnFocus
      target={
        <button type="button" className={classes.rowMenu} tabIndex={-1} aria-label={props.label}>
          <IconDots size="1.125rem" aria-hidden />
        </button>
      }
    >
      {props.children}
    </FloatingMenu>
  )
}
