import { replaceEqualDeep } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { toFailure } from '../../../api/failure.ts'
import type { Row, SentQuery } from '../../../api/listing.ts'
import { counted } from '../../format/locale.ts'
import { drawerPart } from '../../page/lazy-part.tsx'
import { useRoving } from '../../page/use-roving.ts'
import { NewsBar } from '../live/news-bar.tsx'
import { useLettingGo } from '../live/use-live-rows.ts'
import { ListDrawer } from '../record/list-drawer.tsx'
import { type RecordPlace, RecordPlaceContext, type RecordQuery } from '../record/record-place.ts'
import { useRecordBeside } from '../record/use-record-beside.ts'
import { type Chosen, useChosen, useSelection } from '../selection/use-selection.ts'
import { LaterRows } from '../table/later-rows.tsx'
import { useRowKeys } from '../table/use-row-keys.ts'
import { useShownColumns } from '../table/use-shown-columns.ts'
import { sentQuery } from '../url/list-codec.ts'
import { useFirstView } from '../url/use-first-view.ts'
import { useListState } from '../url/use-list-state.ts'
import classes from './list.module.css'
import { ListBody, ListNote, OfflineNote } from './list-body.tsx'
import type { Column, ListDefinition } from './list-definition.ts'
import { useFocusBack, useOpening, useTopOfPage } from './list-hooks.ts'
import { useListMemory } from './list-memory.ts'
import { ListPager, limitOf } from './list-pager.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ListTotal } from './list-total.tsx'
import { exactTotal, type ListData, type ListOptions, useListData } from './use-list-data.ts'
import { usePagesAround } from './use-pages-around.ts'
import { useUndoKey } from './use-undo-key.ts'

const SelectionBar = drawerPart(
  async () => (await import('../selection/selection-bar.tsx')).SelectionBar,
)

/** What is given to what stands in place of a list's rows. */
export interface ListViewProps<T> {
  query: SentQuery
  /** Every row of the list, where they are all here. */
  all: ListData<T>['all']
  opened: string | null
  open: (id: string) => void
  /** Draws the open record, which is one of these rows. */
  drawer: (rows: Row<T>[], loading: boolean) => ReactNode
}

/** What stands in place of a list's rows, such as a board or a calendar. */
export interface ListView<T> {
  /** Whether search and filters concern it. */
  toolbar: boolean
  Rows: ComponentType<ListViewProps<T>>
}

/** What a list shows of its records now, for buttons that do something with all of it. */
export interface ShownList<T> {
  query: SentQuery
  columns: readonly Column<T>[]
  /** Undefined until it is known. */
  total: number | undefined
  /** The chosen rows, where the buttons stand beside those. */
  ids?: readonly string[]
}

/** What a list screen is made of. */
export interface ListScreenProps<T> {
  title: string
  definition: ListDefinition<T>
  /** The query options of the list's call. */
  options: ListOptions<T>
  /** Stands in place of the screen when the server refuses (403). */
  refused: (error: Error, retry: () => void) => ReactNode
  /** What stands beside the heading. */
  beside?: ReactNode
  /** What stands between heading and toolbar. */
  tabs?: ReactNode
  /** What stands above the rows, such as totals of what `query` narrows the list to. */
  above?: (query: SentQuery) => ReactNode
  /** Buttons beside the heading, and again beside the chosen rows. */
  tools?: (shown: ShownList<T>) => ReactNode
  actions?: ReactNode
  /** The record, whole, for its drawer, which `close` closes once it is gone for good. */
  drawer: (row: Row<T>, close: () => void) => ReactNode
  /** Resolves once what this tab has written is done. */
  settled?: () => Promise<void>
  /** One record by itself, where it isn't on the page; absent where the server doesn't tell it. */
  one?: ((id: string) => RecordQuery<T>) | undefined
  /** Actions for the chosen rows. */
  bulk?: ((chosen: Chosen<T>) => ReactNode) | undefined
  /** The actions take rows one by one, so that not all that the list finds can be chosen at once. */
  bulkByRow?: boolean
  /** The list is a part of a page: its heading is one level down, and it is as high as its rows. */
  part?: boolean
  /** Another way to look at the same records, in place of the rows. */
  view?: ListView<T> | undefined
}

/** A board or a calendar shows what it has, as one page. */
const wholeView = { before: -1, total: undefined, over: () => null }

const atOnce = () => Promise.resolve()

/**
 * A whole list screen: heading with the total, search, filters, rows, pages and the record drawer.
 * Its state is in the URL. Give it a `key` where one screen shows different lists.
 */
export function ListScreen<T>(props: ListScreenProps<T>) {
  const { definition, tools: givenTools } = props
  const { list: spec } = definition
  const [memory, remember] = useListMemory(spec.name)
  const [state, change, settle] = useListState(definition, memory.limit)
  const loaded = useListData(definition, state, props.options)
  const data = useFirstView(spec, state, loaded, change)
  const asked = sentQuery({ ...state, page: 1 }, spec)
  const lastQuery = useRef(asked)
  // What asks the same stays the same object, so that what hangs on it isn't drawn again.
  const query = replaceEqualDeep(lastQuery.current, asked)
  lastQuery.current = query
  const { rows, offers, shown } = data
  const total = exactTotal(data.pagination)
  const selecting = useChosen({ rows, total: total ?? 0, query }, useSelection(rows))
  const { chosen, toggle, togglePage } = selecting
  const folded = useRef<ReadonlyMap<string, readonly Row<T>[]>>(new Map())
  const onToggle = useCallback(
    (id: string, range: boolean) => toggle(id, range, folded.current.get(id)),
    [toggle],
  )
  const reached = useRef<string | null>(null)
  const [help, setHelp] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const order = state.columns ?? memory.order
  const screen = useRef<HTMLElement>(null)
  const heading = useRef<HTMLDivElement>(null)
  useRoving(heading)
  const { open: push, close } = useOpening(change, settle, state.page)
  const columns = useShownColumns(definition, order, state, offers)
  const tools = useMemo(
    () => givenTools?.({ query, columns, total }),
    [givenTools, query, columns, total],
  )
  const latest = useRef({ data, state })
  latest.current = { data, state }
  // Rows a page as the server has it: else the next page would pass some over.
  const at = useCallback(
    (page: number) => limitOf(latest.current.data, latest.current.state, page),
    [],
  )
  const onPage = useCallback((page: number) => change(at(page)), [change, at])
  const onAhead = useCallback(
    (page: number, signal: AbortSignal) =>
      latest.current.data.prefetch?.({ ...latest.current.state, ...at(page) }, signal),
    [at],
  )
  const onLimit = useCallback(
    (limit: number) => {
      remember({ limit })
      change({ limit })
    },
    [change, remember],
  )
  const isNamed = state.columns !== null
  const onOrder = useCallback(
    (order: string[]) => {
      remember({ order })
      if (isNamed) change({ columns: order }, { replace: true })
    },
    [change, remember, isNamed],
  )
  const onSort = useCallback((sort: string) => change({ sort }), [change])
  const around = usePagesAround(definition, state, data, props.options, props.settled ?? atOnce)
  const record = useRecordBeside({
    list,
    reached,
    state,
    push,
    change,
    isPart: props.part === true,
  })
  const { open } = record
  useRowKeys({
    list,
    reached,
    onOpen: open,
    onToggle,
    onHelp: () => setHelp(true),
    onStep: record.onStep,
    onEnd: record.onEnd,
  })
  useUndoKey()
  useTopOfPage(list, state.page)
  useFocusBack(screen, state.open, rows)
  useLettingGo(list, data.live, state.open)

  if (data.error && toFailure(data.error).status === 403)
    return props.refused(data.error, data.retry)

  const question = JSON.stringify([query, state.page])
  const place: RecordPlace<T> = {
    ...record.place,
    ...(props.view ? wholeView : around),
    one: props.one,
    question: props.view ? '' : question,
    onPage: (page, id) => record.walkTo(id, at(page)),
  }
  const Heading = props.part ? 'h2' : 'h1'
  return (
    <section ref={screen} className={classes.screen} data-part={props.part}>
      <div
        ref={heading}
        role="toolbar"
        aria-label={`About ${spec.many}`}
        className={classes.heading}
      >
        <div className={classes.title}>
          <Heading>
            {props.title}
            <ListTotal total={total} of={data.unfiltered} />
          </Heading>
          {props.beside}
        </div>
        <div className={classes.headingActions}>
          {tools}
          {props.actions}
        </div>
      </div>
      {props.tabs}
      {/* Above the filters, whose dropdowns would lie over its buttons. */}
      {chosen.size > 0 && !props.view && (
        <SelectionBar
          chosen={chosen as unknown as Chosen<unknown>}
          columns={columns as unknown as Column<unknown>[]}
          definition={definition as unknown as ListDefinition<unknown>}
          total={total ?? 0}
          onAll={props.bulk && !props.bulkByRow ? selecting.chooseAll : undefined}
        >
          {!chosen.all &&
            props.tools?.({ query: {}, columns, total: chosen.size, ids: [...chosen.rows.keys()] })}
          {props.bulk?.(chosen)}
        </SelectionBar>
      )}
      {props.view?.toolbar !== false && (
        <ListToolbar
          definition={definition}
          offers={offers}
          search={state.search}
          sort={shown.sort}
          isView={props.view !== undefined}
          list={list}
          filters={shown.filters}
          rows={data.rows}
          total={total}
          columns={columns}
          memory={memory}
          onChange={change}
          onRemember={remember}
          onOrder={onOrder}
          help={help}
          onHelp={setHelp}
        />
      )}
      {props.above?.(query)}
      {data.offline && <OfflineNote data={data} />}
      {data.note && <ListNote>{data.note}</ListNote>}
      <p role="status" className={classes.unseen}>
        {!data.stale && data.askedTotal !== undefined
          ? counted(data.askedTotal, spec.one, spec.many)
          : ''}
      </p>
      <RecordPlaceContext value={place as RecordPlace<never>}>
        <div className={classes.split} data-beside={record.isOpen || undefined}>
          <div className={classes.main}>
            {/* A load that failed empties the list, however it is looked at (specification section 4). */}
            {props.view && !data.error ? (
              <props.view.Rows
                query={query}
                all={data.all}
                opened={state.open}
                open={open}
                drawer={(rows, loading) => (
                  <ListDrawer
                    definition={definition}
                    data={{ rows, loading }}
                    open={state.open}
                    onOpen={open}
                    onClose={close}
                  >
                    {props.drawer}
                  </ListDrawer>
                )}
              />
            ) : (
              <>
                <NewsBar live={data.live} first={state.page === 1} words={spec} list={list} />
                <ListBody data={data} state={state} definition={definition} change={change}>
                  <LaterRows
                    definition={definition}
                    columns={columns}
                    rows={data.loading ? null : data.rows}
                    search={state.search}
                    question={data.stale ? null : question}
                    gone={data.live.gone}
                    limit={state.limit}
                    sort={shown.sort}
                    stale={data.stale}
                    memory={memory}
                    chosen={chosen.rows}
                    opened={state.open}
                    reached={reached}
                    folded={folded}
                    list={list}
                    onSort={onSort}
                    onToggle={onToggle}
                    onTogglePage={togglePage}
                    onOpen={open}
                    onRemember={remember}
                    onOrder={onOrder}
                  />
                </ListBody>
                {total !== 0 && (
                  <ListPager
                    pagination={data.pagination}
                    rows={data.rows.length}
                    page={state.page}
                    limit={state.limit}
                    onPage={onPage}
                    onIntent={data.prefetch && onAhead}
                    onLimit={onLimit}
                  />
                )}
                <ListDrawer
                  definition={definition}
                  data={data}
                  open={state.open}
                  onOpen={record.walkTo}
                  onClose={close}
                >
                  {props.drawer}
                </ListDrawer>
              </>
            )}
          </div>
          {record.isOpen && <div ref={record.setBeside} className={classes.beside} />}
        </div>
      </RecordPlaceContext>
    </section>
  )
}
