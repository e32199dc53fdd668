import { useQuery } from '@tanstack/react-query'
import { tilesOf } from './counts.ts'
import { dashboardCounts } from './dashboard.queries.ts'
import classes from './dashboard-page.module.css'
import { LoadFailed } from './load-failed.tsx'
import { NewestChanges } from './newest-changes.tsx'
import { RolePanel } from './role-panel.tsx'
import { Tiles, TilesSkeleton } from './tiles.tsx'
import { Waiting } from './waiting.tsx'

/** The dashboard (specification sections 1 and 3): what waits for the person, and how the community stands. */
export function DashboardPage() {
  const { data, error, isPending, isPaused, refetch } = useQuery(dashboardCounts)
  const tiles = tilesOf(data)
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Dashboard</h1>
      <Waiting />
      <div className={classes.columns}>
        <section aria-label="Counts" className={classes.counts}>
          {isPending && !isPaused ? (
            <TilesSkeleton />
          ) : error || isPending ? (
            <div className={classes.panel}>
              <LoadFailed what="Counts" error={error} onRetry={refetch} />
            </div>
          ) : tiles.length === 0 ? (
            <p className={classes.empty}>Nothing to count yet.</p>
          ) : (
            <Tiles tiles={tiles} since={data?.trends?.since} />
          )}
        </section>
        <RolePanel />
        <NewestChanges />
      </div>
    </div>
  )
}
