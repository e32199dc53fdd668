import { Button } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import {
  type Icon,
  IconArrowBackUp,
  IconChevronDown,
  IconFlagOff,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react'
import { offering } from '../../keys/record-keys.ts'
import { useSingleKeys } from '../../keys/single-keys.ts'
import { FloatingMenu } from '../../menu/floating-menu.tsx'

export const bulkButtons = {
  delete: { label: msg('Delete'), icon: IconTrash },
  // i18n: keep reported posts, though they were reported
  keep: { label: msg('Keep'), icon: IconFlagOff },
  restore: { label: msg('Restore'), icon: IconArrowBackUp },
  purge: { label: msg('Delete permanently'), icon: IconTrashX },
} as const

/** A button of the selection bar; `keyed` is the key that does it while a chosen row has the focus. */
export function BulkButton(props: {
  label: string
  icon: Icon
  onClick: () => void
  keyed?: string | undefined
}) {
  const { icon: Icon, keyed, onClick } = props
  const label = t(props.label)
  const hearsKeys = useSingleKeys(({ on }) => on)
  return (
    <Button
      {...(keyed && {
        ref: offering([{ label, key: keyed, act: onClick }]),
        'data-chosen-actions': true,
        ...(hearsKeys && { 'aria-keyshortcuts': keyed }),
      })}
      size="compact-sm"
      leftSection={<Icon size="0.875rem" aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

export function BulkMenu<T extends string>(props: {
  label: string
  icon: Icon
  choices: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
}) {
  const { icon: Icon } = props
  return (
    <FloatingMenu
      position="bottom-start"
      target={
        <Button
          size="compact-sm"
          leftSection={<Icon size="0.875rem" aria-hidden />}
          rightSection={<IconChevronDown size="0.875rem" aria-hidden />}
        >
          {props.label}
        </Button>
      }
    >
      {(Menu) =>
        props.choices.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => props.onChoose(value)}>
            {label}
          </Menu.Item>
        ))
      }
    </FloatingMenu>
  )
}
