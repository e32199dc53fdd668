import { memo, useCallback } from 'react'
import type { Row } from '../../api/listing.ts'
import classes from './list.module.css'
import type { Column, ListDefinition } from './list-definition.ts'
import { type ChangeFilters, ListFilters } from './list-filters.tsx'
import { ListHelp } from './list-help.tsx'
import { ListSearch } from './list-search.tsx'
import { ListViewMenu } from './list-view-menu.tsx'
import type { Offers } from './offers.ts'
import type { ListMemory } from './remembered.ts'
import type { ChangeList } from './use-list-state.ts'

interface ToolbarProps<T> {
  definition: ListDefinition<T>
  offers: Offers<T>
  search: string
  /** What the filters are set to. */
  filters: Readonly<Record<string, readonly string[]>>
  rows: readonly Row<T>[]
  /** Those shown now. */
  columns: readonly Column<T>[]
  memory: ListMemory
  onChange: ChangeList
  onRemember: (change: Partial<ListMemory>) => void
  help: boolean
  onHelp: (opened: boolean) => void
}

function Toolbar<T>(props: ToolbarProps<T>) {
  const { definition, offers, filters, onChange } = props
  const spec = definition.list
  const changeFilters = useCallback<ChangeFilters>(
    (change) => onChange({ filters: { ...filters, ...change } }),
    [filters, onChange],
  )
  return (
    <div className={classes.toolbar}>
      {(offers.search || props.search !== '') && (
        <ListSearch
          value={props.search}
          label={`Search ${spec.many}`}
          hint={definition.searchHint}
          onSearch={(search, typing) => onChange({ search }, { replace: typing })}
        />
      )}
      <ListFilters
        filters={offers.filters}
        set={filters}
        rows={props.rows}
        onChange={changeFilters}
      />
      <span className={classes.space} />
      <ListViewMenu
        columns={definition.columns}
        shown={props.columns.map((column) => column.key)}
        memory={props.memory}
        onColumns={(shown) => onChange({ columns: shown })}
        onRemember={props.onRemember}
      />
      <ListHelp opened={props.help} onOpened={props.onHelp} />
    </div>
  )
}

/** Search, filters, columns and keys of a list; not drawn anew while its rows are paged, sorted, chosen or opened. */
export const ListToolbar = memo(Toolbar) as typeof Toolbar
