import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Row } from '../../api/listing.ts'
import { drawerPart } from '../page/lazy-part.tsx'
import classes from './list.module.css'
import type { ListDefinition } from './list-definition.ts'
import type { ListData } from './use-list-data.ts'

const RecordDrawer = drawerPart(
  async () => (await import('../record/record-drawer.tsx')).RecordDrawer,
)

/** From a record that is gone to another one; `from` is null once the address names that. */
interface Move {
  from: string | null
  to: string
}

/**
 * The drawer of the record that the URL names, with the way to the ones before and after it.
 * @param props.open the id of the record, or null
 * @param props.children draws the record; `leave` is called once it is gone, and goes on to the next one,
 *   on the last one to the one before; without any, the drawer closes
 */
export function ListDrawer<T>(props: {
  definition: ListDefinition<T>
  data: Pick<ListData<T>, 'rows' | 'loading'> & { live?: ListData<T>['live'] }
  open: string | null
  onOpen: (id: string) => void
  onClose: () => void
  children: (row: Row<T>, leave: () => void) => ReactNode
}) {
  const { definition, data, onOpen } = props
  const { rows } = data
  // The address follows a moment after the record has gone.
  const [moved, setMoved] = useState<Move | null>(null)
  const isAhead = moved !== null && moved.from !== null && moved.from === props.open
  const open = isAhead ? moved.to : props.open
  if (moved && open !== moved.to) setMoved(null)
  else if (moved?.from && !isAhead) setMoved({ from: null, to: moved.to })
  const at = rows.findIndex((row) => row.id === open)
  const row = rows[at] ?? null
  // The record stays in the drawer while that slides away.
  const [last, setLast] = useState<Row<T> | null>(row)
  if (row !== null && row !== last) setLast(row)
  const shown = row ?? (open === null ? last : null)
  // Its title shows at once, and all that it holds a moment later.
  const held = useDeferredValue(shown)
  const leave = (id: string) => () => {
    const from = rows.findIndex((each) => each.id === id)
    const next = from < 0 ? undefined : (rows[from + 1] ?? rows[from - 1])
    if (!next) return props.onClose()
    setMoved({ from: id, to: next.id })
    onOpen(next.id)
  }
  const go = (to: Row<T> | undefined) => (to === undefined ? undefined : () => onOpen(to.id))
  const opened = open !== null && !data.loading
  const [used, setUsed] = useState(opened)
  if (opened && !used) setUsed(true)
  if (!used) return null
  return (
    <RecordDrawer
      opened={opened}
      title={
        shown ? definition.title(shown.record) : `This ${definition.list.one} is not on this page`
      }
      place={at < 0 ? null : `${at + 1} of ${rows.length}`}
      onPrevious={at < 0 ? undefined : go(rows[at - 1])}
      onNext={at < 0 ? undefined : go(rows[at + 1])}
      arrived={moved?.to ?? null}
      onClose={props.onClose}
    >
      {row && data.live?.gone[row.id] && (
        <p role="status" className={classes.goneNote}>
          {data.live.gone[row.id] === 'deleted'
            ? `This ${definition.list.one} has been deleted meanwhile.`
            : `This ${definition.list.one} has changed meanwhile, and no longer stands on this page of the list.`}
        </p>
      )}
      {shown ? (
        held && props.children(held, leave(held.id))
      ) : (
        <p className={classes.stateText}>
          It may stand on another page of the list, be left out by a filter, or be deleted.
        </p>
      )}
    </RecordDrawer>
  )
}
