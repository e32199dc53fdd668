import { Skeleton } from '@mantine/core'
import { count, t } from '@steward/i18n/reader'
import { readingKey } from '../../ui/keys/reading-key.ts'
import '@mantine/core/styles/Skeleton.css'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { everythingAt } from '../../shared/lists/lists.ts'
import { NoValue } from '../../ui/format/text.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import type { Tile } from './counts.ts'
import classes from './dashboard.module.css'
import { Trend, trendDay } from './trend.tsx'

export function Tiles({ tiles, since }: { tiles: readonly Tile[]; since: unknown }) {
  return (
    <ul className={classes.tiles}>
      {tiles.map((tile) => (
        <li key={tile.key}>
          <CountTile tile={tile} since={since} />
        </li>
      ))}
    </ul>
  )
}

/** A count with its trend; arrow keys, like the pointer, select a day of the trend. */
function CountTile({ tile, since }: { tile: Tile; since: unknown }) {
  const can = useCan()
  const [at, setAt] = useState<number | null>(null)
  const { trend } = tile
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[readingKey(event)]
    if (step === undefined || trend === null) return
    event.preventDefault()
    const from = at ?? (step < 0 ? trend.length : trend.length - 2)
    setAt(Math.min(trend.length - 1, Math.max(0, from + step)))
  }
  const within = (
    <>
      <span className={classes.label}>{t(tile.label)}</span>
      <span className={classes.count}>{tile.count === null ? <NoValue /> : count(tile.count)}</span>
      {trend && (
        <>
          <span className={classes.recent} aria-live={at === null ? undefined : 'polite'}>
            {at === null
              ? recentText(trend)
              : // i18n: new records of a day, such as “Oct 25: 3 new”
                t('{day}: {count} new', {
                  day: trendDay(since, at, trend.length),
                  count: trend[at] ?? 0,
                })}
          </span>
          {tile.imported > 0 && (
            <span className={classes.recent}>
              {/* i18n: comes after “435 new in 30 days” */}
              {t('and {count} imported', { count: tile.imported })}
            </span>
          )}
          <Trend days={trend} since={since} at={at} onAt={setAt} />
        </>
      )}
    </>
  )
  return tile.list?.needs.some(can) ? (
    <Link
      to={tile.list.path}
      {...everythingAt(tile.list.path)}
      className={classes.tile}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
    >
      {within}
    </Link>
  ) : (
    <div className={classes.tile}>{within}</div>
  )
}

function recentText(trend: readonly number[]): string {
  return t(
    // i18n: new records, such as “435 new in 30 days”
    '{count, plural, =0 {None new} other {# new}} in {days, plural, one {# day} other {# days}}',
    { count: trend.reduce((sum, each) => sum + each, 0), days: trend.length },
  )
}

export function TilesSkeleton() {
  return (
    <div className={classes.tiles} role="status" aria-label={t('Loading the counts')}>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: twelve alike, that never move
        <div key={index} className={classes.tile} aria-hidden>
          <Skeleton height={12} width="50%" mt={4} mb={4} />
          <Skeleton height={20} width={72} mt={6} mb={6} />
          <Skeleton height={10} width="60%" mt={4} mb={4} />
          <Skeleton height={37} mt={20} mb={16} />
        </div>
      ))}
    </div>
  )
}
