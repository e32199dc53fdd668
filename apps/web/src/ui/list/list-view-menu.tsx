import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { FloatingMenu } from '../float/floating-menu.tsx'
import type { Column } from './list-definition.ts'
import type { ListMemory } from './remembered.ts'

/**
 * How the table looks: which columns (in the URL), how dense (remembered), and widths as they were.
 * @param props.shown the keys of the columns shown now
 */
export function ListViewMenu<T>(props: {
  columns: readonly Column<T>[]
  shown: readonly string[]
  memory: ListMemory
  onColumns: (columns: string[] | null) => void
  onRemember: (change: Partial<ListMemory>) => void
}) {
  const { columns, shown, memory, onColumns, onRemember } = props
  const flip = (key: string) => {
    const next = columns
      .map((column) => column.key)
      .filter((each) => shown.includes(each) !== (each === key))
    const first = columns.filter((column) => !column.hidden).map((column) => column.key)
    onColumns(next.join() === first.join() ? null : next)
  }
  return (
    <FloatingMenu
      position="bottom-end"
      closeOnItemClick={false}
      target={
        <ActionIcon variant="default" size={36} aria-label="Columns and density">
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>Columns</Menu.Label>
          {columns
            .slice(1)
            .filter(({ control }) => !control)
            .map((column) => (
              <Menu.CheckboxItem
                key={column.key}
                checked={shown.includes(column.key)}
                onChange={() => flip(column.key)}
              >
                {column.label}
              </Menu.CheckboxItem>
            ))}
          <Menu.Divider />
          <Menu.Label>Rows</Menu.Label>
          <Menu.RadioGroup
            value={memory.density}
            onChange={(density) =>
              onRemember({ density: density === 'compact' ? 'compact' : 'comfortable' })
            }
          >
            <Menu.RadioItem value="comfortable">Comfortable</Menu.RadioItem>
            <Menu.RadioItem value="compact">Compact</Menu.RadioItem>
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            closeMenuOnClick
            onClick={() => {
              onColumns(null)
              onRemember({ widths: {}, density: 'comfortable' })
            }}
          >
            Reset columns and widths
          </Menu.Item>
        </>
      )}
    </FloatingMenu>
  )
}
