import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { Link } from '@tanstack/react-router'
import { count } from '../../ui/format/locale.ts'
import { NoValue } from '../../ui/format/text.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import type { Tile } from './counts.ts'
import classes from './tiles.module.css'
import { Trend } from './trend.tsx'

/** What is counted, each leading to its list where that is permitted. */
export function Tiles({ tiles, since }: { tiles: readonly Tile[]; since: unknown }) {
  const can = useCan()
  return (
    <ul className={classes.grid}>
      {tiles.map((tile) => (
        <li key={tile.key}>
          {tile.list?.needs.some(can) ? (
            <Link to={tile.list.path} className={classes.tile}>
              <Figures tile={tile} since={since} />
            </Link>
          ) : (
            <div className={classes.tile}>
              <Figures tile={tile} since={since} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Figures({ tile, since }: { tile: Tile; since: unknown }) {
  return (
    <>
      <span className={classes.label}>{tile.label}</span>
      <span className={classes.count}>{tile.count === null ? <NoValue /> : count(tile.count)}</span>
      {tile.trend && (
        <>
          <span className={classes.recent}>{recentText(tile.trend)}</span>
          <Trend days={tile.trend} since={since} />
        </>
      )}
    </>
  )
}

function recentText(trend: readonly number[]): string {
  const fresh = trend.reduce((sum, each) => sum + each, 0)
  return fresh === 0
    ? `None new in ${trend.length} days`
    : `${count(fresh)} new in ${trend.length} days`
}

/** Stands where the tiles will be, in their size. */
export function TilesSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading the counts">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: twelve alike, that never move
        <div key={index} className={classes.tile} aria-hidden>
          <Skeleton height={12} width="50%" mt={4} mb={4} />
          <Skeleton height={20} width={72} mt={6} mb={6} />
          <Skeleton height={10} width="60%" mt={4} mb={4} />
          <Skeleton height={32} mt={12} />
        </div>
      ))}
    </div>
  )
}
