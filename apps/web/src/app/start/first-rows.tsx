import { config, setConfig } from '../../api/config.ts'
import { readListing } from '../../api/listing.ts'
import { isListOfObjects } from '../../api/read.ts'
import { canOf } from '../../features/permissions/can.ts'
import { count } from '../../ui/format/locale.ts'
import { ordered } from '../../ui/list/column-order.ts'
import classes from '../../ui/list/list.module.css'
import { defaultSort } from '../../ui/list/list-codec.ts'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { memoryKeyOf, readMemory, stored } from '../../ui/list/remembered.ts'
import { PermissionsProvider } from '../../ui/permissions/permitted.tsx'
import { draw } from './mini-react.ts'

/** What stands to the left and right of rows in the frame, with their border (start.css); px. */
const aroundRows = 66

/**
 * Draws a list's first rows into the frame of the page, by the components that React will draw them by in a
 * moment: nobody waits for the whole of the app to see them.
 * @param definition of the list
 * @param given.tabs whether tabs stand above it
 */
export async function drawFirstRows<T>(
  definition: ListDefinition<T>,
  given: { tabs: boolean },
): Promise<void> {
  const early = globalThis.stewardEarly
  const place = document.querySelector<HTMLElement>('.shell-main')
  if (!early?.copies || !place) return
  const [settings, permissions, answer] = await Promise.all([early.config, ...early.copies])
  setConfig(settings)
  const told = (permissions as { data?: unknown } | undefined)?.data
  // What goes wrong, and what another server may answer, is the page's to tell.
  if (!isListOfObjects(told) || !answer) return
  const { list } = definition
  const memory = readMemory(stored(memoryKeyOf(list.name)))
  const limit = memory.limit ?? list.limit ?? 25
  const { rows, pagination } = readListing<T>(answer, list.under, { page: 1, limit })
  if (!pagination || rows.length === 0) return
  await early.styles
  // React may have come first.
  if (!place.isConnected) return
  const can = canOf(told as Parameters<typeof canOf>[0], config())
  const drawn = document.createDocumentFragment()
  const nothing = () => {}
  draw(
    <PermissionsProvider can={can}>
      <section className={classes.screen}>
        <header className={classes.heading}>
          <div className={classes.title}>
            <h1>
              {list.title}
              <span className={classes.total}>{count(pagination.total)}</span>
            </h1>
          </div>
        </header>
        {given.tabs && <div className="shell-tabs" />}
        <div className="shell-toolbar" />
        <p className={classes.unseen} />
        <ListRows
          definition={definition}
          columns={ordered(definition.columns, memory.order).filter(
            (column, index) => index === 0 || column.control || !column.hidden,
          )}
          rows={rows}
          gone={{}}
          limit={limit}
          sort={list.first?.sort ?? defaultSort(list)}
          stale={false}
          memory={memory}
          chosen={new Map()}
          opened={null}
          reached={{ current: null }}
          folded={{ current: new Map() }}
          list={{ current: null }}
          onSort={nothing}
          onToggle={nothing}
          onTogglePage={nothing}
          onOpen={nothing}
          onRemember={nothing}
          onOrder={nothing}
          room={place.clientWidth - aroundRows}
        />
        <div className="shell-pager" />
      </section>
    </PermissionsProvider>,
    drawn,
  )
  place.setAttribute('data-list', '')
  place.replaceChildren(drawn)
  // The app keeps the processor busy: it waits for the frame that shows the rows.
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
  await nextFrame()
  await nextFrame()
  await new Promise((painted) => setTimeout(painted))
}
