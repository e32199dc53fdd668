import { Button } from '@mantine/core'
import { type Icon, IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react'

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
