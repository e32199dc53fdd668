import { count, t } from '@steward/i18n/reader'
import { type ComponentType, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { toFailure } from '../../../api/failure.ts'
import type { Row, SentQuery } from '../../../api/listing.ts'
import { useRoving } from '../../keys/use-roving.ts'
import { drawerPart } from '../../page/lazy-part.tsx'
import type { Column, ListDefinition } from '../definition/list-definition.ts'
import { NewsBar } from '../live/news-bar.tsx'
import { useLettingGo } from '../live/use-live-rows.ts'
import { ListDrawer } from '../open-record/list-drawer.tsx'
import type { RecordOfList, RecordQuery } from '../open-record/record-index.ts'
import { useOpenRecord } from '../open-record/use-open-record.ts'
import { type Chosen, useSelection } from '../selection/use-selection.ts'
import { DeferredRows } from '../table/deferred-rows.tsx'
import { useListLayout, useListMemory } from '../table/use-list-layout.ts'
import { useRowKeys } from '../table/use-row-keys.ts'
import { limitOf, sentQuery } from '../url/list-codec.ts'
import { useListState } from '../url/use-list-state.ts'
import classes from './list.module.css'
import { ListBody, ListNotes } from './list-body.tsx'
import { useRowFocusBack, useTopOfPage } from './list-focus.ts'
import { ListPager } from './list-pager.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useFirstView } from './use-first-view.ts'
import { type ListData, type ListOptions, useListData } from './use-list-data.ts'
import { useUndoKey } from './use-undo-key.ts'

const SelectionBar = drawerPart(
  async () => (await import('../selection/selection-bar.tsx')).SelectionBar,
)

/** The props of a view that replaces a list's rows. */
export interface ListViewProps<T> {
  query: SentQuery
  /** Every row of the list, if the whole list is loaded; else null. */
  all: ListData<T>['all']
  opened: string | null
  open: (id: string) => void
  /** Draws the open record, which is one of these rows. */
  drawer: (rows: Row<T>[], loading: boolean) => ReactNode
}

/** A view in place of a list's rows, such as a board or a calendar. */
export interface ListView<T> {
  /** Whether search and filters apply to the view. */
  toolbar: boolean
  Rows: ComponentType<ListViewProps<T>>
}

/** What a list shows of its records now, for buttons that do something with all of it. */
export interface ShownList<T> {
  query: SentQuery
  columns: readonly Column<T>[]
  /** The number of records found; undefined until it is known. */
  total: number | undefined
  /** The chosen rows, for buttons of the selection; absent for buttons of the list. */
  ids?: readonly string[]
}

export interface ListScreenProps<T> {
  definition: ListDefinition<T>
  options: ListOptions<T>
  /** Shown in place of the screen when the server refuses (403). */
  refused: (error: Error, retry: () => void) => ReactNode
  headingControls?: ReactNode
  /** Tabs between heading and toolbar. */
  tabs?: ReactNode
  /** Anything above the rows, such as totals of the records that `query` finds. */
  above?: (query: SentQuery) => ReactNode
  /** Buttons beside the heading, and again beside the chosen rows. */
  tools?: (shown: ShownList<T>) => ReactNode
  actions?: ReactNode
  /** The record, whole, for its drawer, which `close` closes once it is gone for good. */
  drawer: (row: Row<T>, close: () => void) => ReactNode
  /** Resolves when all writes of this tab are answered. */
  settled?: () => Promise<void>
  /** Loads a record that isn't on the page; absent where the server can't. */
  one?: ((id: string) => RecordQuery<T>) | undefined
  bulk?: ((chosen: Chosen<T>) => ReactNode) | undefined
  /** The actions take rows one by one, so that not all that the list finds can be chosen at once. */
  bulkByRow?: boolean
  /** The list is a part of a page: its heading is one level down, and it is as high as its rows. */
  part?: boolean
  view?: ListView<T> | undefined
}

/** A whole list screen; its state is in the URL. Give it a `key` where one screen shows different lists. */
export function ListScreen<T>(props: ListScreenProps<T>) {
  const { definition, options, tools, view } = props
  const { list: spec } = definition
  const memory = useListMemory(spec.name)
  const [{ limit: rememberedLimit }, remember] = memory
  const [state, change, settle] = useListState(definition, rememberedLimit)
  const loaded = useListData(definition, state, options)
  const data = useFirstView(spec, state, loaded, change)
  const query = sentQuery({ ...state, page: 1 }, spec)
  const { rows, offers, shown, total } = data
  const { chosen, toggle, togglePage, chooseAll } = useSelection(rows, total ?? 0, query)
  const folded = useRef<ReadonlyMap<string, readonly Row<T>[]>>(new Map())
  const onToggle = useCallback(
    (id: string, range: boolean) => toggle(id, range, folded.current.get(id)),
    [toggle],
  )
  const reached = useRef<string | null>(null)
  const [help, setHelp] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLElement>(null)
  const heading = useRef<HTMLDivElement>(null)
  useRoving(heading)
  const layout = useListLayout(definition, state, offers, memory, change)
  const { columns } = layout
  const latest = useRef({ data, state })
  latest.current = { data, state }
  const pager = useMemo(() => {
    // Rows a page as the server has it: else the next page would pass some over.
    const at = (page: number) => limitOf(latest.current.data.pagination, latest.current.state, page)
    return {
      onPage: (page: number) => change(at(page)),
      onIntent: (page: number, signal: AbortSignal) =>
        latest.current.data.prefetch?.({ ...latest.current.state, ...at(page) }, signal),
      onLimit: (limit: number) => {
        remember({ limit })
        change({ limit })
      },
      onSort: (sort: string) => change({ sort }),
    }
  }, [change, remember])
  const isPart = props.part === true
  const record = useOpenRecord({ list, reached, state, change, settle, isPart })
  const { open, close, onStep, onEnd } = record
  const onHelp = () => setHelp(true)
  useRowKeys({ list, reached, onOpen: open, onToggle, onHelp, onStep, onEnd })
  useUndoKey()
  useTopOfPage(list, state.page)
  useRowFocusBack(screen, state.open, rows)
  useLettingGo(list, data.live, state.open)

  if (data.error && toFailure(data.error).status === 403)
    return props.refused(data.error, data.retry)

  const question = JSON.stringify([query, state.page])
  const { one, settled } = props
  const drawerOf = (of: RecordOfList<T>['data'], onOpen: RecordOfList<T>['onOpen']) => (
    <ListDrawer
      {...{ definition, state, options, settled, one, onOpen }}
      data={of}
      question={view ? '' : question}
      place={record.place}
      onClose={close}
    >
      {props.drawer}
    </ListDrawer>
  )
  const Heading = isPart ? 'h2' : 'h1'
  const { unfiltered, askedTotal } = data
  return (
    <section
      ref={screen}
      className={`stack gap-12 shrinks ${classes.screen}`}
      data-part={props.part}
    >
      <div
        ref={heading}
        role="toolbar"
        // i18n: {many} is a plural noun such as “bills”; the heading of a list and its buttons
        aria-label={t('About {many}', { many: t(spec.many) })}
        className={classes.heading}
      >
        <div className={classes.title}>
          <Heading className={isPart ? 'heading-size' : undefined}>
            {t(spec.title)}
            <span className={classes.total}>
              {/* Of those without the filters that the list begins with. */}
              {total !== undefined &&
                (unfiltered !== undefined && unfiltered > total
                  ? t('{place} of {total}', { place: total, total: unfiltered })
                  : count(total))}
            </span>
          </Heading>
          {props.headingControls}
        </div>
        <div className={`flex wrap to-end gap-8 ${classes.headingActions}`}>
          {tools?.({ query, columns, total })}
          {props.actions}
        </div>
      </div>
      {props.tabs}
      {/* Above the filters, whose dropdowns would lie over its buttons. */}
      {chosen.size > 0 && !view && (
        <SelectionBar
          chosen={chosen}
          columns={columns}
          words={spec}
          total={total ?? 0}
          onAll={props.bulk && !props.bulkByRow ? chooseAll : undefined}
        >
          {!chosen.all &&
            tools?.({ query: {}, columns, total: chosen.size, ids: [...chosen.rows.keys()] })}
          {props.bulk?.(chosen)}
        </SelectionBar>
      )}
      {view?.toolbar !== false && (
        <ListToolbar
          {...{ definition, offers, layout, shown, list, rows, total, help }}
          search={state.search}
          isView={view !== undefined}
          onChange={change}
          onHelp={setHelp}
        />
      )}
      {props.above?.(query)}
      <ListNotes data={data} />
      <p role="status" className="unseen">
        {data.stale || askedTotal === undefined ? '' : t(spec.count, { count: askedTotal })}
      </p>
      <div className={classes.split} data-beside={record.isOpen || undefined}>
        <div className="stack gap-12 grow fills">
          {/* A load that failed empties the list, however it is looked at (specification section 4). */}
          {view && !data.error ? (
            <view.Rows
              query={query}
              all={data.all}
              opened={state.open}
              open={open}
              drawer={(rows, loading) => drawerOf({ rows, loading }, open)}
            />
          ) : (
            <>
              <NewsBar live={data.live} first={state.page === 1} words={spec} list={list} />
              <ListBody {...{ data, state, definition, change }}>
                <DeferredRows
                  {...{ definition, layout, reached, folded, list, onToggle }}
                  rows={data.loading ? null : rows}
                  search={state.search}
                  question={data.stale ? null : question}
                  gone={data.live.gone}
                  limit={state.limit}
                  sort={shown.sort}
                  stale={data.stale}
                  chosen={chosen.rows}
                  opened={state.open}
                  onSort={pager.onSort}
                  onTogglePage={togglePage}
                  onOpen={open}
                />
              </ListBody>
              {total !== 0 && (
                <ListPager
                  pagination={data.pagination}
                  counts={data.counts}
                  rows={rows.length}
                  page={state.page}
                  limit={state.limit}
                  onPage={pager.onPage}
                  onIntent={data.prefetch && pager.onIntent}
                  onLimit={pager.onLimit}
                />
              )}
              {drawerOf(data, record.walkTo)}
            </>
          )}
        </div>
        {record.isOpen && <div ref={record.setBeside} className={classes.beside} />}
      </div>
    </section>
  )
}
