import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import { isOnline } from '../../api/browser/connection.ts'
import { wordsOf } from '../../api/failure.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { rich } from '../../ui/format/rich.tsx'
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
            {t('Retry')}
          </button>
        </>
      ) : (
        said(props)
      )}
    </div>
  )
}

function said({ typed, everywhere: { has, isCurrent, data }, count }: Props): ReactNode {
  if (!isOnline())
    return t('You are offline. Records can be searched again once you are back online.')
  if (!has)
    return count === 0
      ? t(
          'No page or command matches “{typed}”. This server can’t search all areas at once. Use the search of each list.',
          { typed },
        )
      : t('This server can’t search all areas at once. Use the search of each list.')
  if (!isCurrent || !data) return t('Searching…')
  const left = inRow(data.left.map((area) => t(areas[area]?.many ?? area)))
  const isSimilar = data.results.length > 0 && data.results.every(({ similar }) => similar)
  return (
    <>
      {count === 0
        ? rich('No results for “{typed}”.', { typed: <bdi>{typed}</bdi> })
        : t('{count, plural, one {# result.} other {# results.}}', { count })}
      {isSimilar && ` ${t('No exact matches. Showing similar results.')}`}
      {left !== '' &&
        // i18n: {areas} lists plural nouns such as “bills”
        ` ${t('Search timed out in: {areas}. Try a more specific word.', { areas: left })}`}
    </>
  )
}
