import { t } from '@steward/i18n/reader'
import { skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { isLackOfCall, toFailure } from '../../../api/failure.ts'
import type { Row } from '../../../api/listing.ts'
import { FailureLines } from '../../dialog/failure-lines.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import { Note } from '../../page/note.tsx'
import { RecordFootContext } from '../../record/record-actions.tsx'
import { RecordBeside } from '../../record/record-beside.tsx'
import { RecordSlot } from '../../record/record-slot.tsx'
import classes from '../screen/list.module.css'
import { useCards } from '../table/list-rows.tsx'
import type { RecordOfList } from './record-index.ts'
import { useRecordNavigation } from './use-record-navigation.ts'

const RecordDrawer = drawerPart(
  async () => (await import('../../record/record-drawer.tsx')).RecordDrawer,
)

/** The record that the URL names, with the way to the ones before and after it; one that isn’t among the rows is loaded by itself. */
export function ListRecord(props: RecordOfList<unknown>) {
  const { definition, data, place } = props
  const { open } = props.state
  const one = t(definition.list.one)
  const { rows } = data
  const isComing = data.loading || data.stale === true
  const walk = useRecordNavigation(props, isComing)
  const { at } = walk
  const alone = useAlone(props, open, at < 0 && !data.loading)
  const row = rows[at] ?? alone.row ?? (walk.passed?.id === open ? walk.passed : null)
  // The record stays while its drawer closes, and until its place in another list is known.
  const [last, setLast] = useState<Row<unknown> | null>(row)
  if (row !== null && row !== last) setLast(row)
  const stays =
    open === null || (last?.id === open && (isComing || alone.isPending || walk.hasLeft))
  const shown = row ?? (stays ? last : null)
  // Its title shows at once, and all that it holds a moment later; what has changed of it, at once as well.
  const later = useDeferredValue(shown)
  const held = later?.id === shown?.id ? shown : later
  place.walk.current = (step) => (step === 1 ? walk.onNext : walk.onPrevious)?.()

  // Until then nothing can be done with the one that is still shown.
  const isBehind = held?.id !== shown?.id
  const opened = open !== null && !data.loading
  const [used, setUsed] = useState(opened)
  if (opened && !used) setUsed(true)
  const [isThere, setThere] = useState(false)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const isNarrow = useCards()
  // Keeps the record, with what is typed into it, while it moves between drawer and page.
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    if (foot) foot.inert = isBehind
  }, [foot, isBehind])
  if (!used) return null

  const title = shown
    ? definition.title(shown.record)
    : alone.isPending
      ? // i18n: {one} is a noun such as “bill”, here and below
        t('Loading this {one}…', { one })
      : isNowhere(alone.error)
        ? // i18n: {one} is a noun such as “bill”
          t('No such {one}', { one })
        : // i18n: {one} is a noun such as “bill”
          t('This {one} is not on this page', { one })
  const frame = {
    id: opened ? open : null,
    title,
    place: positionText(at, props),
    onPrevious: walk.onPrevious,
    onNext: walk.onNext,
    wanted: place.wanted,
    onClose: props.onClose,
    children: <RecordSlot host={host} onThere={setThere} />,
  }
  return (
    <>
      {place.isBeside ? (
        place.beside &&
        opened &&
        createPortal(<RecordBeside {...frame} onList={place.onList} />, place.beside)
      ) : (
        <RecordDrawer {...frame} opened={opened} onFoot={setFoot} />
      )}
      {(opened || isThere) &&
        createPortal(
          <RecordFootContext value={isNarrow ? foot : null}>
            <div className={`stack gap-24 ${classes.record}`} inert={isBehind}>
              {row && data.live?.gone[row.id] && (
                <Note role="status">
                  {data.live.gone[row.id] === 'deleted'
                    ? // i18n: {one} is a noun such as “bill”
                      t('This {one} has been deleted.', { one })
                    : // i18n: {one} is a noun such as “bill”
                      t('This {one} has changed and is no longer on this page of the list.', {
                        one,
                      })}
                </Note>
              )}
              {shown
                ? held && props.children(held, props.onClose)
                : !alone.isPending && <NotHere error={alone.error} />}
            </div>
          </RecordFootContext>,
          host,
        )}
    </>
  )
}

/** How long a record that has just left its list stays cached, in milliseconds. */
const knownFor = 15_000

// i18n-ignore: the key of a query
const noRecord = { queryKey: ['no record'], queryFn: skipToken }

/** The query of a record that is not among the rows. */
function useAlone({ one }: RecordOfList<unknown>, id: string | null, isAway: boolean) {
  const options = id === null ? undefined : one?.(id)
  const asks = isAway && options !== undefined
  const { data, error, isPending, fetchStatus } = useQuery({
    ...((options ?? noRecord) as UseQueryOptions),
    enabled: asks,
    retry: false,
    // A record that has just left the list is cached, and loaded again once its write is done.
    staleTime: knownFor,
  })
  const row = useMemo(() => (id !== null && data ? { id, record: data } : null), [id, data])
  return {
    row: asks && !error ? row : null,
    isPending: asks && isPending && fetchStatus !== 'idle',
    error: asks ? error : null,
  }
}

/** Whether the server said that the record doesn't exist (not that it lacks the call). */
function isNowhere(error: Error | null): boolean {
  const failure = error && toFailure(error)
  return failure?.status === 404 && !isLackOfCall(failure)
}

function NotHere({ error }: { error: Error | null }) {
  // Another server may lack the call.
  if (error && !isLackOfCall(toFailure(error))) return <FailureLines error={error} />
  return <p className="dim">{t('It may be on another page, hidden by a filter, or deleted.')}</p>
}

/** The position of a record, in the whole list if its length is known. */
function positionText(at: number, { data, state }: RecordOfList<unknown>): string | null {
  const { rows, pagination, total } = data
  if (at < 0) return null
  if (!pagination) return t('{place} of {total}', { place: at + 1, total: rows.length })
  const before = (state.page - 1) * pagination.limit
  return t('{place} of {total}', { place: before + at + 1, total: total ?? '…' })
}
