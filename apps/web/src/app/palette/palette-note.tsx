import { areas } from '@steward/contract/areas/areas'
import { isOnline } from '../../api/connection.ts'
import { toFailure, wordsOf } from '../../api/failure.ts'
import { counted } from '../../ui/format/locale.ts'
import { linkButton } from '../../ui/page/link-button.ts'
import type { useEverywhere } from './everywhere.ts'
import classes from './palette.module.css'

interface Props {
  typed: string
  everywhere: ReturnType<typeof useEverywhere>
  /** The number of lines that are shown. */
  count: number
}

/** What is to be said of a search below its lines: how many there are, and what was not searched or failed. */
export function PaletteNote({ typed, everywhere, count }: Props) {
  const { has, isCurrent, isError, error, data, refetch } = everywhere
  if (typed === '') return null
  if (!isOnline())
    return (
      <p role="status" className={classes.note}>
        You are offline. Records can be searched again once you are back online.
      </p>
    )
  if (!has)
    return (
      <p role="status" className={classes.note}>
        {count === 0 && `No page or command matches “${typed}”. `}
        This server can’t search all areas at once. Use the search of each list.
      </p>
    )
  if (isError)
    return (
      <div role="alert" className={classes.note}>
        {wordsOf(toFailure(error))}{' '}
        <button type="button" className={linkButton} onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    )
  if (!isCurrent || !data)
    return (
      <p role="status" className={classes.note}>
        Searching…
      </p>
    )
  const left = data.left.map((area) => areas[area]?.many ?? area)
  const isSimilar = data.results.length > 0 && data.results.every(({ similar }) => similar)
  return (
    <p role="status" className={classes.note}>
      {count === 0 ? (
        <>
          No results for “<bdi>{typed}</bdi>”.
        </>
      ) : (
        `${counted(count, 'result', 'results')}.`
      )}
      {isSimilar && ' No exact matches. Showing similar results.'}
      {left.length > 0 && ` Search timed out in: ${left.join(', ')}. Try a more specific word.`}
    </p>
  )
}
