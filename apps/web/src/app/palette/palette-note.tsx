import { areas } from '@steward/contract/areas/areas'
import type { ReactNode } from 'react'
import { isOnline } from '../../api/browser/connection.ts'
import { wordsOf } from '../../api/failure.ts'
import { counted } from '../../ui/format/locale.ts'
import { linkButton } from '../../ui/links/link-button.ts'
import type { useEverywhere } from './everywhere.ts'
import classes from './palette.module.css'

interface Props {
  typed: string
  everywhere: ReturnType<typeof useEverywhere>
  /** The number of lines that are shown. */
  count: number
}

/** What is to be said of a search below its lines: how many there are, and what was not searched or failed. */
export function PaletteNote(props: Props) {
  const { typed, everywhere } = props
  if (typed === '') return null
  const failed = isOnline() && everywhere.has && everywhere.isError
  return (
    <div role={failed ? 'alert' : 'status'} className={classes.note}>
      {failed ? (
        <>
          {wordsOf(everywhere.error)}{' '}
          <button type="button" className={linkButton} onClick={() => void everywhere.refetch()}>
            Retry
          </button>
        </>
      ) : (
        said(props)
      )}
    </div>
  )
}

function said({ typed, everywhere: { has, isCurrent, data }, count }: Props): ReactNode {
  if (!isOnline()) return 'You are offline. Records can be searched again once you are back online.'
  if (!has)
    return `${count === 0 ? `No page or command matches “${typed}”. ` : ''}This server can’t search all areas at once. Use the search of each list.`
  if (!isCurrent || !data) return 'Searching…'
  const left = data.left.map((area) => areas[area]?.many ?? area)
  const isSimilar = data.results.length > 0 && data.results.every(({ similar }) => similar)
  return (
    <>
      {count === 0 ? (
        <>
          No results for “<bdi>{typed}</bdi>”.
        </>
      ) : (
        `${counted(count, 'result', 'results')}.`
      )}
      {isSimilar && ' No exact matches. Showing similar results.'}
      {left.length > 0 && ` Search timed out in: ${left.join(', ')}. Try a more specific word.`}
    </>
  )
}
