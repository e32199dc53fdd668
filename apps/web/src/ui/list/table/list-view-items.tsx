import type { Menu as MantineMenu } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import type { Column } from '../definition/list-definition.ts'
import { movedTo, ordered } from './column-order.ts'
import type { ListLayout } from './use-list-layout.ts'

/** The menu of how the table looks: which columns (in the URL) and in which order, how dense (remembered), and widths as they were. */
export function ListViewItems(props: {
  Menu: typeof MantineMenu
  columns: readonly Column<unknown>[]
  layout: ListLayout<unknown>
  /** Shows the given columns; null shows the default ones. */
  onColumns: (columns: string[] | null) => void
}) {
  const { Menu, layout, onColumns } = props
  const { columns: shown, memory, remember } = layout
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
      <Menu.Label>{t('Columns')}</Menu.Label>
      {columns
        .slice(1)
        .filter(({ control }) => !control)
        .map((column) => {
          const label = t(column.label)
          const at = data.findIndex(({ key }) => key === column.key)
          const of = { column: label }
          return (
            <div key={column.key} className="row">
              <Menu.CheckboxItem
                className="grow"
                checked={at !== -1}
                onChange={() => flip(column.key)}
              >
                {label}
              </Menu.CheckboxItem>
              {at > 0 && (
                // The arrow to the left stands at the left on right-to-left pages, too.
                <span dir="ltr" className="row">
                  {(
                    [
                      [at - toRight, IconArrowLeft, t('Move left'), t('Move {column} left', of)],
                      [at + toRight, IconArrowRight, t('Move right'), t('Move {column} right', of)],
                    ] as const
                  ).map(([to, Icon, title, name]) => (
                    <Menu.Item
                      key={title}
                      style={{ width: '1.75rem', minHeight: '1.75rem', padding: 6 }}
                      aria-label={name}
                      title={title}
                      onClick={() => layout.onOrder(movedTo(data, column.key, to))}
                    >
                      <Icon size="0.875rem" aria-hidden data-physical />
                    </Menu.Item>
                  ))}
                </span>
              )}
            </div>
          )
        })}
      <Menu.Divider />
      <Menu.Label>{t('Rows')}</Menu.Label>
      <Menu.RadioGroup
        value={memory.density}
        onChange={(density) =>
          remember({ density: density === 'compact' ? 'compact' : 'comfortable' })
        }
      >
        {/* i18n: how far apart rows are */}
        <Menu.RadioItem value="comfortable">{t('Comfortable')}</Menu.RadioItem>
        {/* i18n: how far apart rows are */}
        <Menu.RadioItem value="compact">{t('Compact')}</Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item
        closeMenuOnClick
        onClick={() => {
          onColumns(null)
          remember({ widths: {}, order: [], density: 'comfortable' })
        }}
      >
        {t('Reset columns and widths')}
      </Menu.Item>
    </>
  )
}
