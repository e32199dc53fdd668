import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './record.module.css'
import { RowMenu } from './row-menu.tsx'

/** Something that can be done with a record. */
export interface RecordAction {
  label: string
  icon: Icon
  act: () => void
  danger?: boolean
}

/** The actions that are permitted, in their order; `false` stands for one that is not. */
export const permitted = (actions: readonly (RecordAction | false)[]): RecordAction[] =>
  actions.filter((action) => action !== false)

/**
 * The menu of a row; nothing where nothing can be done.
 * @param props.name names the record, as in `Actions for B-12`
 */
export function ActionsMenu(props: { name: string; actions: readonly RecordAction[] }) {
  if (props.actions.length === 0) return null
  return (
    <RowMenu label={`Actions for ${props.name}`}>
      {(Menu) =>
        props.actions.map(({ label, icon: Icon, act, danger }) => (
          <Menu.Item
            key={label}
            {...(danger && { color: 'red' })}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={act}
          >
            {label}
          </Menu.Item>
        ))
      }
    </RowMenu>
  )
}

/** The same as buttons, at the head of a drawer. */
export function ActionButtons(props: { actions: readonly RecordAction[] }) {
  if (props.actions.length === 0) return null
  return (
    <div className={classes.actions}>
      {props.actions.map(({ label, icon: Icon, act, danger }) => (
        <Button
          key={label}
          variant="default"
          size="xs"
          data-danger={danger || undefined}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
