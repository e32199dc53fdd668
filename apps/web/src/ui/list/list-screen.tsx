import type { Permission } from '@steward/contract/permissions'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import './list-styles.ts'
import { toFailure } from '../../api/failure.ts'
import type { Row } from '../../api/listing.ts'
import { count, counted } from '../locale.ts'
import { NotPermitted } from '../permitted.tsx'
import classes from './list.module.css'
import { ListBody, OfflineNote } from './list-body.tsx'
import type { ListDefinition } from './list-definition.ts'
import { ListDrawer } from './list-drawer.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListHelp } from './list-help.tsx'
import { useFocusBack, useOpening, useTopOfPage } from './list-hooks.ts'
import { useListMemory } from './list-memory.ts'
import { ListPager } from './list-pager.tsx'
import { ListRows } from './list-rows.tsx'
import { ListSearch } from './list-search.tsx'
import { ListViewMenu } from './list-view-menu.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type ListOptions, useListData } from './use-list-data.ts'
import { useListState } from './use-list-state.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSelection } from './use-selection.ts'

/**
 * A whole list screen: heading with the total, search, filters, rows, pages and the record drawer.
 * Its state is in the URL. Give it a `key` where one screen shows different lists.
 * @param props.options the query options of the list's call
 * @param props.needs the permission that the screen names when the server refuses (403)
 * @param props.tabs what stands between heading and toolbar
 * @param props.above what stands above the rows, such as totals
 * @param props.drawer the record, whole, for its drawer
 * @param props.bulk actions for the chosen rows
 */
export function ListScreen<T>(props: {
  title: string
  definition: ListDefinition<T>
  options: ListOptions<T>
  needs: Permission
  tabs?: ReactNode
  above?: ReactNode
  actions?: ReactNode
  drawer: (row: Row<T>) => ReactNode
  bulk?: (chosen: ReadonlyMap<string, Row<T>>, clear: () => void) => ReactNode
}) {
  const { definition } = props
  const { one, many } = definition
  const [memory, remember] = useListMemory(definition.name)
  const [state, change] = useListState(definition, memory.limit)
  const data = useListData(definition, state, props.options)
  const { chosen, toggle, togglePage, clear } = useSelection(data.rows)
  const reached = useRef<string | null>(null)
  const [help, setHelp] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { open, pushed } = useOpening(change)
  const { history } = useRouter()
  const columns = useMemo(
    () =>
      definition.columns.filter(
        ({ key, hidden }, index) => index === 0 || (state.columns?.includes(key) ?? !hidden),
      ),
    [definition, state.columns],
  )
  useRowKeys({ list, reached, onOpen: open, onToggle: toggle, onHelp: () => setHelp(true) })
  useTopOfPage(list, state.page)
  useFocusBack(list, state.open)

  if (data.error && toFailure(data.error).status === 403)
    return <NotPermitted permission={props.needs} />

  const total = data.pagination?.total
  const close = () => {
    if (pushed.current) history.back()
    else change({ open: null }, { replace: true })
    pushed.current = false
  }
  return (
    <section className={classes.screen}>
      <header className={classes.heading}>
        <h1>
          {props.title}
          {total !== undefined && <span className={classes.total}>{count(total)}</span>}
        </h1>
        {props.actions}
      </header>
      {props.tabs}
      <div className={classes.toolbar}>
        <ListSearch
          value={state.search}
          label={`Search ${many}`}
          hint={definition.searchHint}
          onSearch={(search, typing) => change({ search }, { replace: typing })}
        />
        <ListFilters
          filters={definition.filters}
          state={state}
          rows={data.rows}
          onChange={(filters) => change({ filters: { ...state.filters, ...filters } })}
        />
        <span className={classes.space} />
        <ListViewMenu
          columns={definition.columns}
          shown={columns.map((column) => column.key)}
          memory={memory}
          onColumns={(shown) => change({ columns: shown })}
          onRemember={remember}
        />
        <ListHelp opened={help} onOpened={setHelp} />
      </div>
      {props.above}
      {data.offline && <OfflineNote data={data} />}
      {chosen.size > 0 && (
        <SelectionBar chosen={chosen} columns={columns} one={one} many={many} onClear={clear}>
          {props.bulk?.(chosen, clear)}
        </SelectionBar>
      )}
      <p role="status" className={classes.unseen}>
        {!data.stale && total !== undefined ? counted(total, one, many) : ''}
      </p>
      <ListBody data={data} state={state} definition={definition} change={change}>
        <ListRows
          definition={definition}
          columns={columns}
          rows={data.loading ? null : data.rows}
          limit={state.limit}
          sort={state.sort}
          stale={data.stale}
          memory={memory}
          chosen={chosen}
          opened={state.open}
          reached={reached}
          list={list}
          onSort={(sort) => change({ sort })}
          onToggle={toggle}
          onTogglePage={togglePage}
          onOpen={open}
          onRemember={remember}
        />
      </ListBody>
      <ListPager
        pagination={data.pagination}
        rows={data.rows.length}
        page={state.page}
        limit={state.limit}
        onPage={(page) => change({ page })}
        onLimit={(limit) => {
          remember({ limit })
          change({ limit })
        }}
      />
      <ListDrawer
        definition={definition}
        data={data}
        open={state.open}
        onOpen={(id) => change({ open: id }, { replace: true })}
        onClose={close}
      >
        {props.drawer}
      </ListDrawer>
    </section>
  )
}
