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
        {data ? extentWords(data) : error ? 'How much this concerns isn’t known.' : 'Counting…'}
      </p>
      {error && <FailureLines error={error} />}
      {data?.entries !== 0 && (
        <p>
          What has been changed since stays as it is and is named afterwards, with the reason. What
          is taken back can be brought back in the same way.
        </p>
      )}
    </>
  )
}

function extentWords(extent: Extent): string {
  const { entries, records } = extent
  if (entries === 0) return 'There is nothing to take back.'
  const of = records === null ? '' : ` of ${counted(records, 'record', 'records')}`
  return `This concerns ${counted(sizeOf(extent), 'change', 'changes')}${of}.`
}
