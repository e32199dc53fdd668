import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type Mark, Marking } from '../../format/marking.ts'
import { plain, wordsOf } from '../definition/list-matching.ts'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

/**
 * The rows of a list. Those of another query (null: while it loads) are drawn in a transition, so
 * that a press shows an effect at once; changes among the same rows show at once.
 */
export function DeferredRows(props: ListRowsProps & { question: string | null; search: string }) {
  const { question, search, ...shown } = props
  const now = useMemo(
    () => ({ rows: props.rows, question, search }),
    [props.rows, question, search],
  )
  const later = useDeferredValue(now)
  const rows = later.question === question ? props.rows : later.rows
  return (
    <Marking value={useMark(later.search)}>
      <ListRows {...shown} rows={rows} stale={props.stale || rows !== props.rows} />
    </Marking>
  )
}

/** How what was searched for is marked; its code comes with the first search, and without it nothing is. */
function useMark(search: string): Mark {
  const [marker, setMarker] = useState<typeof import('../../format/marks.tsx').marker>()
  const searches = search.trim() !== ''
  useEffect(() => {
    if (!searches) return
    import('../../format/marks.tsx').then(
      (loaded) => setMarker(() => loaded.marker),
      () => {},
    )
  }, [searches])
  return useMemo(
    () => (searches && marker ? marker(wordsOf(search), plain) : null),
    [search, searches, marker],
  )
}
