import { count, t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { showAs } from '../../api/language/language.ts'
import { storedPreferences } from '../../api/language/preferences.ts'
import { readListing } from '../../api/listing.ts'
import { userColumns } from '../../features/users/user-columns.tsx'
import type { UserList } from '../../features/users/users.queries.ts'
import type { Column } from '../../ui/list/definition/list-definition.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'
import classes from '../../ui/list/screen/list.module.css'
import { ordered } from '../../ui/list/table/column-order.ts'
import { actionsColumn } from '../../ui/list/table/columns.tsx'
import { ListRows } from '../../ui/list/table/list-rows.tsx'
import { memoryOf } from '../../ui/list/table/remembered.ts'
import { draw } from './mini-react.ts'

/** The lists of users by their names, as far as rows need them; put in by the build (build/start.ts). */
declare const STEWARD_LISTS: Readonly<Record<string, ListSpec & { key: UserList }>>

/** The width left and right of rows in the frame, with their border, in px (start.css). */
const aroundRows = 66

/**
 * Draws the first rows of a list of users into the frame of the page, by the components that React will
 * draw them by in a moment. Resolves when they are painted, or won't be.
 * @param name of the list
 * @param answer the body of what its first call answers
 * @param styled resolves when the page's styles are there
 */
export async function drawFirstRows(
  name: string,
  answer: Promise<unknown>,
  styled: Promise<unknown>,
): Promise<void> {
  const list = STEWARD_LISTS[name]
  if (!list) return
  const memory = memoryOf(list.name)
  const limit = memory.limit ?? list.limit ?? 25
  // What goes wrong, and what another server may answer, is the page's to show.
  const body = await answer
  await styled
  await showAs(storedPreferences())
  const { rows, pagination } = readListing<User>(body, { under: 'users', page: 1, limit })
  // React may have come first.
  const place = document.querySelector<HTMLElement>('.shell-main')
  if (!pagination || rows.length === 0 || !place) return
  // A field that is hidden from its reader isn't in the answer.
  const isSent = ({ key, exported = key }: Column<User>) =>
    rows.some(({ record }) => exported in record)
  // Menus come with React, as nothing can be pressed before.
  const columns = [...userColumns[list.key].filter(isSent), actionsColumn<User>(() => null)]
  const nothing = () => {}
  const drawn = document.createDocumentFragment()
  draw(
    <section className={`stack gap-12 shrinks ${classes.screen}`}>
      <header className={classes.heading}>
        <div className={classes.title}>
          <h1>
            {t(list.title)}
            <span className={classes.total}>{count(pagination.total)}</span>
          </h1>
        </div>
      </header>
      <div className="shell-tabs" />
      <div className="shell-toolbar" />
      <p className="unseen" />
      <ListRows
        definition={{
          list,
          columns,
          filters: [],
          searchHint: '',
          title: () => '',
        }}
        layout={{
          columns: ordered(columns, memory.order).filter(
            (column, index) => index === 0 || column.control || !column.hidden,
          ),
          memory,
          remember: nothing,
          onOrder: nothing,
        }}
        rows={rows}
        gone={{}}
        limit={limit}
        sort={list.sort ?? '-createdAt'}
        stale={false}
        chosen={new Map()}
        opened={null}
        reached={{ current: null }}
        folded={{ current: new Map() }}
        list={{ current: null }}
        onSort={nothing}
        onToggle={nothing}
        onTogglePage={nothing}
        onOpen={nothing}
        room={place.clientWidth - aroundRows}
      />
      <div className="shell-pager" />
    </section>,
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
