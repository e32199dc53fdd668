import { useDeferredValue, useMemo } from 'react'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

/**
 * The rows of a list, of which those that answer another question are drawn in a transition: a press that
 * asked for them shows at once that it was heard, and whatever is pressed meanwhile comes first. What changes
 * among the same rows shows at once.
 * @param props.question what the rows answer; null while the answer is coming
 */
export function LaterRows<T>(props: ListRowsProps<T> & { question: string | null }) {
  const { question, ...shown } = props
  const now = useMemo(() => ({ rows: props.rows, question }), [props.rows, question])
  const later = useDeferredValue(now)
  const rows = later.question === question ? props.rows : later.rows
  return <ListRows {...shown} rows={rows} stale={props.stale || rows !== props.rows} />
}
