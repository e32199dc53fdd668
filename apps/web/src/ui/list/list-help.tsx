import { ActionIcon, Kbd } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { IconKeyboard } from '@tabler/icons-react'
import { FloatingPopover } from '../float/floating-menu.tsx'
import classes from './list.module.css'
import { undoKeys } from './use-undo-key.ts'

const keys: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Search'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
  [['→', '←'], 'What can be pressed in the row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row (with Shift, all from the last one)'],
  [['n', 'p'], 'Next, previous record in the drawer'],
  [undoKeys, 'Take back what you did last; again, what you did before'],
  [['F8'], 'Go to the Undo of a message'],
  [['Esc'], 'Close the drawer, clear the search'],
  [['?'], 'These keys'],
]

/** The keys that a list hears, opened by its button or by `?`. */
export function ListHelp(props: { opened: boolean; onOpened: (opened: boolean) => void }) {
  return (
    <FloatingPopover
      opened={props.opened}
      onOpened={props.onOpened}
      position="bottom-end"
      label="Keyboard keys"
      target={
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Keyboard keys"
          className={classes.wideOnly}
        >
          <IconKeyboard size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <dl className={classes.keys} tabIndex={0}>
        {keys.map(([each, what]) => (
          <div key={what}>
            <dt>
              {each.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </FloatingPopover>
  )
}
