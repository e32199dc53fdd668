import { Button } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconChevronDown,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react'
import { FloatingMenu } from '../float/floating-menu.tsx'

/** What buttons of the selection bar say of deleting and bringing back. */
export const bulkButtons = {
  delete: { label: 'Delete', icon: IconTrash },
  restore: { label: 'Restore', icon: IconArrowBackUp },
  purge: { label: 'Delete for good', icon: IconTrashX },
} as const

/** A button of the selection bar. */
export function BulkButton(props: { label: string; icon: Icon; onClick: () => void }) {
  const { icon: Icon } = props
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  )
}

/** A button of the selection bar that offers several choices. */
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
          variant="default"
          size="compact-sm"
          leftSection={<Icon size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
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
