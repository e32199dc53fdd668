import type { Menu as MantineMenu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import type { Column } from '../screen/list-definition.ts'
import type { ListMemory } from '../screen/remembered.ts'
import { movedTo, ordered } from './column-order.ts'
import classes from './list-view-menu.module.css'

export interface ListViewMenuProps<T> {
  columns: readonly Column<T>[]
  /** The columns shown now, in their order. */
  shown: readonly Column<T>[]
  memory: ListMemory
  onColumns: (columns: string[] | null) => void
  onRemember: (change: Partial<ListMemory>) => void
  onOrder: (keys: string[]) => void
}

/** What the menu of a list's columns and density holds, which waits until it is opened. */
export function ListViewItems(props: ListViewMenuProps<unknown> & { Menu: typeof MantineMenu }) {
  const { Menu, shown, memory, onColumns, onRemember } = props
  const keys = shown.map(({ key }) => key)
  const columns = ordered(props.columns, keys)
  const flip = (key: string) => {
    const next = columns
      .map((column) => column.key)
      .filter((each) => keys.includes(each) !== (each === key))
    const first = columns.filter((column) => !column.hidden).map((column) => column.key)
    onColumns(next.join() === first.join() ? null : next)
  }
  const toRight = document.documentElement.dir === 'rtl' ? -1 : 1
  const data = shown.filter(({ control }) => !control)
  return (
    <>
      <Menu.Label>Columns</Menu.Label>
      {columns
        .slice(1)
        .filter(({ control }) => !control)
        .map((column) => {
          const at = data.findIndex(({ key }) => key === column.key)
          const move = (to: number) => props.onOrder(movedTo(data, column.key, to))
          return (
            <div key={column.key} className={classes.column}>
              <Menu.CheckboxItem
                className={classes.name ?? ''}
                checked={at !== -1}
                onChange={() => flip(column.key)}
              >
                {column.label}
              </Menu.CheckboxItem>
              {at > 0 && (
                <>
                  <Menu.Item
                    className={classes.move ?? ''}
                    aria-label={`Move ${column.label} left`}
                    title="Move left"
                    onClick={() => move(at - toRight)}
                  >
                    <IconArrowLeft size="0.875rem" aria-hidden data-physical />
                  </Menu.Item>
                  <Menu.Item
                    className={classes.move ?? ''}
                    aria-label={`Move ${column.label} right`}
                    title="Move right"
                    onClick={() => move(at + toRight)}
                  >
                    <IconArrowRight size="0.875rem" aria-hidden data-physical />
                  </Menu.Item>
                </>
              )}
            </div>
          )
        })}
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
          onRemember({ widths: {}, order: [], density: 'comfortable' })
        }}
      >
        Reset columns and widths
      </Menu.Item>
    </>
  )
}
