import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { FloatingPopover } from '../../float/floating-menu.tsx'
import { useKeyHint } from '../../keys/key-hint.ts'
import { drawerPart } from '../../page/lazy-part.tsx'
import classes from './list.module.css'

const ListKeys = drawerPart(async () => (await import('./list-keys.tsx')).ListKeys)

/** The keys of a list, opened by a button or by `?`. */
export function ListHelp(props: { opened: boolean; onOpened: (opened: boolean) => void }) {
  const keyHint = useKeyHint('?')
  return (
    <FloatingPopover
      opened={props.opened}
      onOpened={props.onOpened}
      position="bottom-end"
      label="Keyboard shortcuts"
      target={
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Keyboard shortcuts"
          {...keyHint}
          data-list-help
          className={classes.wideOnly}
        >
          <IconKeyboard size="1.125rem" aria-hidden />
        </ActionIcon>
      }
    >
      <ListKeys />
    </FloatingPopover>
  )
}
