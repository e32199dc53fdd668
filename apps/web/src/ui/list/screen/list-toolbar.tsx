import { ActionIcon } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconAdjustmentsHorizontal, IconKeyboard } from '@tabler/icons-react'
import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { useKeyHint } from '../../keys/single-keys.ts'
import { useRoving } from '../../keys/use-roving.ts'
import { loadOnIntent } from '../../load/on-intent.ts'
import { FloatingMenu, FloatingPopover } from '../../menu/floating-menu.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import type { ListCapabilities } from '../client-side/use-list-capabilities.ts'
import { type ChangeFilters, changedFilters } from '../definition/filter-fields.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import { ListFilters } from '../filters/list-filters.tsx'
import { ListSearch } from '../filters/search-field.tsx'
import { searchHintOf } from '../filters/search-hint.ts'
import type { ListLayout } from '../table/use-list-layout.ts'
import type { ChangeList } from '../url/use-list-state.ts'
import classes from './list.module.css'

const ListKeys = drawerPart(async () => (await import('./list-keys.tsx')).ListKeys)
const ListViewItems = drawerPart(
  async () => (await import('../table/list-view-items.tsx')).ListViewItems,
)
const SortMenu = drawerPart(async () => (await import('../table/sort-menu.tsx')).SortMenu)

/** How long after the first rows the sort is shown in words, if the person doesn't move; ms. */
const behindRows = 1200

interface ToolbarProps {
  definition: ListDefinition<unknown>
  offers: ListCapabilities<unknown>
  layout: ListLayout<unknown>
  search: string
  shown: Pick<ListState, 'filters' | 'sort'>
  /** Whether a view other than rows is shown. */
  isView: boolean
  list: RefObject<HTMLElement | null>
  rows: readonly Row<unknown>[]
  total: number | undefined
  onChange: ChangeList
  help: boolean
  onHelp: (opened: boolean) => void
}

/** Search, filters, columns and keys of a list; not drawn anew while its rows are paged, sorted, chosen or opened. */
export const ListToolbar = memo(function ListToolbar(props: ToolbarProps) {
  const { definition, offers, layout, shown, rows, onChange } = props
  const { filters, sort } = shown
  const spec = definition.list
  const many = t(spec.many)
  const isBehind = useBehindRows(rows.length > 0)
  const keyHint = useKeyHint('?')
  const tools = useRef<HTMLDivElement>(null)
  useRoving(tools)
  const changeFilters = useCallback<ChangeFilters>(
    (change) => onChange({ filters: changedFilters(filters, change, spec) }),
    [filters, spec, onChange],
  )
  return (
    <div className="row wrap gap-8 rigid shrinks">
      {(offers.search || props.search !== '') && (
        <ListSearch
          value={props.search}
          // i18n: {many} is a plural noun such as “bills”
          label={t('Search {many}', { many })}
          hint={searchHintOf(definition)}
          onSearch={(search, typing) => onChange({ search }, { replace: typing })}
        />
      )}
      <div
        ref={tools}
        role="toolbar"
        // i18n: {many} is a plural noun such as “bills”
        aria-label={t('Filters and view of {many}', { many })}
        className={classes.tools}
      >
        <div className={`contents scroll-edges ${classes.narrowing}`}>
          <ListFilters
            {...{ definition, rows, sort }}
            total={props.total}
            tells={offers.sorts}
            set={filters}
            onChange={changeFilters}
          />
          {isBehind && spec.sorts.some(offers.sorts) && (
            <SortMenu
              definition={definition}
              sort={sort}
              sorts={spec.sorts.filter(
                (field) =>
                  offers.sorts(field) && (field !== 'deletedAt' || spec.fixed?.['deleted']),
              )}
              columns={layout.columns}
              isView={props.isView}
              list={props.list}
              onSort={(sort) => onChange({ sort })}
            />
          )}
        </div>
        <span className={classes.space} />
        <FloatingMenu
          position="bottom-end"
          closeOnItemClick={false}
          target={
            <ActionIcon variant="default" size={36} aria-label={t('Columns and density')}>
              <IconAdjustmentsHorizontal size="1.125rem" aria-hidden />
            </ActionIcon>
          }
        >
          {(Menu) => (
            <ListViewItems
              Menu={Menu}
              columns={definition.columns}
              layout={layout}
              onColumns={(columns) => onChange({ columns })}
            />
          )}
        </FloatingMenu>
        <FloatingPopover
          opened={props.help}
          onOpened={props.onHelp}
          position="bottom-end"
          label={t('Keyboard shortcuts')}
          target={
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('Keyboard shortcuts')}
              {...keyHint}
              data-list-help
              className={classes.wideOnly}
            >
              <IconKeyboard size="1.125rem" aria-hidden />
            </ActionIcon>
          }
        >
          <ListKeys />
        </FloatingPopover>
      </div>
    </div>
  )
})

/** Whether rows have been shown for a moment. */
function useBehindRows(has: boolean): boolean {
  const [isBehind, setBehind] = useState(false)
  useEffect(() => {
    if (!has || isBehind) return
    loadOnIntent(async () => setBehind(true))
    const timer = setTimeout(() => setBehind(true), behindRows)
    return () => clearTimeout(timer)
  }, [has, isBehind])
  return isBehind
}
