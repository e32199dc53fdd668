import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { tilesOf } from './counts.ts'
import classes from './dashboard.module.css'
import { dashboardCounts } from './dashboard.queries.ts'
import { NewestChanges } from './newest-changes.tsx'
import { Loaded } from './panel.tsx'
import { RolePanel } from './role-panel.tsx'
import { Tiles, TilesSkeleton } from './tiles.tsx'
import { Waiting } from './waiting.tsx'

export function DashboardPage() {
  const query = useQuery(dashboardCounts)
  const tiles = tilesOf(query.data)
  return (
    <div style={{ containerType: 'inline-size' }}>
      <h1 className="mb-16">{t('Dashboard')}</h1>
      <Waiting />
      <div className={`grid one-column gap-24 to-start ${classes.columns}`}>
        <section aria-label={t('Counts')}>
          <Loaded
            failed={t('Counts couldn’t be loaded')}
            query={query}
            skeleton={<TilesSkeleton />}
            empty={tiles.length === 0 && <p className="dim">{t('Nothing to count yet.')}</p>}
          >
            <Tiles tiles={tiles} since={query.data?.trends?.since} />
          </Loaded>
        </section>
        <RolePanel />
        <NewestChanges />
      </div>
    </div>
  )
}
