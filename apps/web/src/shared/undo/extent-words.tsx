import type { UseQueryResult } from '@tanstack/react-query'
import { FailureLines } from '../../ui/feedback/failure-lines.tsx'
import { counted } from '../../ui/format/locale.ts'
import type { Extent } from './take-back.ts'

/** What the button says that takes so much back. */
export const undoButton = (extent: Extent | undefined): string =>
  extent && extent.entries > 0 ? `Undo ${counted(sizeOf(extent), 'change', 'changes')}` : 'Undo'

/** An entry of new records tells of several. */
const sizeOf = ({ entries, records }: Extent): number => Math.max(entries, records ?? 0)

/** How much an undo concerns, and what it leaves. */
export function ExtentWords({ query }: { query: UseQueryResult<Extent> }) {
  const { data, error } = query
  return (
    <>
      <p role="status">
        {data
          ? extentWords(data)
          : error
            ? 'The number of changes couldn’t be loaded.'
            : 'Counting…'}
      </p>
      {error && <FailureLines error={error} />}
      {data?.entries !== 0 && (
        <p>
          Anything changed since then is left unchanged and listed afterwards with the reason. You
          can undo this undo, too.
        </p>
      )}
    </>
  )
}

function extentWords(extent: Extent): string {
  const { entries, records } = extent
  if (entries === 0) return 'There is nothing to undo.'
  const of = records === null ? '' : ` to ${counted(records, 'record', 'records')}`
  return `This undoes ${counted(sizeOf(extent), 'change', 'changes')}${of}.`
}
