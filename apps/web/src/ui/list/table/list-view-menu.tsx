import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { FloatingMenu } from '../../float/floating-menu.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import type { ListViewMenuProps } from './list-view-items.tsx'

const ListViewItems = drawerPart(async () => (await import('./list-view-items.tsx')).ListViewItems)

/** How the table looks: which columns (in the URL) and in which order, how dense (remembered), and widths as they were. */
export function ListViewMenu<T>(props: ListViewMenuProps<T>) {
  return (
    <FloatingMenu
      position="bottom-end"
      closeOnItemClick={false}
      target={
        <ActionIcon variant="default" size={36} aria-label="Columns and density">
          <IconAdjustmentsHorizontal size="1.125rem" aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => <ListViewItems {...props} Menu={Menu} />}
    </FloatingMenu>
  )
}
