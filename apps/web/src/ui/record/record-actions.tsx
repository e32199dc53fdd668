import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { type Icon, IconDots } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { offering } from '../keys/record-keys.ts'
import { useSingleKeys } from '../keys/single-keys.ts'
import { FloatingMenu } from '../menu/floating-menu.tsx'
import classes from './record.module.css'

/** The element for a record's buttons on narrow screens; null if they are above the record. */
export const RecordFootContext = createContext<HTMLElement | null>(null)

export interface RecordAction {
  label: string
  icon: Icon
  act: () => void
  danger?: boolean
  /** Whether it may remove the record from its list; a held key then doesn't repeat it. */
  decides?: true
  /** The key for the focused or open record: one lower-case letter, or `#`. */
  key?: string
}

/** The permitted actions in their order, those that delete last; `false` means not permitted. */
export function permitted(actions: readonly (RecordAction | false)[]): RecordAction[] {
  const all = actions.filter((action) => action !== false)
  return [...all.filter(({ danger }) => !danger), ...all.filter(({ danger }) => danger)]
}

export function ActionsMenu(props: { name: string; actions: readonly RecordAction[] }) {
  const hearsKeys = useSingleKeys(({ on }) => on)
  if (props.actions.length === 0) return null
  return (
    <span ref={offering(props.actions)} data-actions className="contents">
      <FloatingMenu
        position="bottom-end"
        returnFocus
        target={
          // The right arrow key of the row leads to it.
          <button
            type="button"
            className={classes.rowMenu}
            tabIndex={-1}
            aria-label={t('Actions for {record}', { record: props.name })}
          >
            <IconDots size="1.125rem" aria-hidden />
          </button>
        }
      >
        {(Menu) =>
          props.actions.map(({ label, icon: Icon, act, danger, key }) => (
            <Menu.Item
              key={label}
              {...(danger && { color: 'var(--mantine-color-error)' })}
              leftSection={<Icon size="1rem" aria-hidden />}
              {...(key &&
                hearsKeys && {
                  // Drawn by CSS, so that the key isn't part of the item's accessible name.
                  rightSection: <span aria-hidden className={classes.key} data-key={key} />,
                  'aria-keyshortcuts': key,
                })}
              onClick={act}
            >
              {label}
            </Menu.Item>
          ))
        }
      </FloatingMenu>
    </span>
  )
}

export function ActionButtons(props: { actions: readonly RecordAction[] }) {
  const foot = useContext(RecordFootContext)
  const hearsKeys = useSingleKeys(({ on }) => on)
  if (props.actions.length === 0) return null
  const buttons = (
    <div ref={offering(props.actions)} data-actions className="flex wrap gap-8">
      {props.actions.map(({ label, icon: Icon, act, danger, key }) => (
        <Button
          key={label}
          size="xs"
          className={danger ? 'error-text' : ''}
          leftSection={<Icon size="1rem" aria-hidden />}
          {...(key &&
            hearsKeys && {
              title: t('{action} ({key})', { action: label, key }),
              'aria-keyshortcuts': key,
            })}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </div>
  )
  return foot ? createPortal(buttons, foot) : buttons
}
