import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type Mark, Marking } from '../../format/marking.ts'
import { plain, wordsOf } from '../client-side/list-matching.ts'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

/**
 * The rows of a list, of which those that answer another question are drawn in a transition: a press that
 * asked for them shows at once that it was heard, and whatever is pressed meanwhile comes first. What changes
 * among the same rows shows at once.
 * @param props.question what the rows answer; null while the answer is coming
 * @param props.search what the question searches for, which is marked in the rows
 */
export function LaterRows<T>(
  props: ListRowsProps<T> & { question: string | null; search: string },
) {
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
