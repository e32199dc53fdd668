import { permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isSparing } from '../../api/browser/connection.ts'
import { useHasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { waitingCountOptions } from '../../features/users/waiting.queries.ts'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { useBehindFirstRows, useHasViews } from '../../shared/saved-views/saved-views.queries.ts'
import { loadCode } from '../../ui/load/load-code.ts'
import { useIntent } from '../../ui/load/use-intent.ts'
import { drawerPart, lazyPart } from '../../ui/page/lazy-part.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { CountBadge } from '../../ui/record/count-badge.tsx'
import { type Area, type PagePath, placesFor, usersArea } from '../areas.ts'
import { useIsWide, useSidebar } from '../sidebar.store.ts'
import classes from './sidebar.module.css'

const SidebarDrawer = drawerPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer)

const SidebarViews = lazyPart(
  async () => (await import('../../shared/saved-views/sidebar-views.tsx')).SidebarViews,
)
const SidebarRequests = lazyPart(
  async () => (await import('./sidebar-requests.tsx')).SidebarRequests,
)
const ViewKeeper = lazyPart(
  async () => (await import('../../shared/saved-views/sidebar-views.tsx')).ViewKeeper,
)

/**
 * The sidebar: beside the page where there is room, over it where there isn't. What isn't
 * permitted isn't there (specification section 6).
 * @param props.isPending the permissions are still on their way
 */
export function Sidebar({ isPending }: { isPending: boolean }) {
  const { sidebarShow, overlayOpen, setOverlayOpen } = useSidebar()
  const isWide = useIsWide()
  const lies = overlayOpen && !isWide
  const hasViews = useShowsViews()
  const paths = placesFor(useCan()).flatMap(({ places }) => places.map(({ to }) => to))
  const [used, setUsed] = useState(false)
  if (lies && !used) setUsed(true)
  return (
    <>
      <div id="sidebar" className={classes.beside} hidden={!sidebarShow}>
        <Entries isPending={isPending} />
      </div>
      {hasViews && !isPending && <ViewKeeper areas={paths} />}
      {(used || lies) && (
        <SidebarDrawer opened={lies} onClose={() => setOverlayOpen(false)}>
          <Entries isPending={isPending} />
        </SidebarDrawer>
      )}
    </>
  )
}

/** Whether saved views are shown: where the server has them, behind the first rows. */
function useShowsViews(): boolean {
  const has = useHasViews()
  return useBehindFirstRows() && has
}

function Entries({ isPending }: { isPending: boolean }) {
  const can = useCan()
  const isBehind = useBehindFirstRows()
  // Drawn anew once more is known of the server.
  useMissingCalls()
  if (isPending)
    return (
      <div className={classes.nav} aria-hidden>
        {['68%', '50%', '60%', '56%', '72%', '64%'].map((width) => (
          <span key={width} className={classes.bar} style={{ width }} />
        ))}
      </div>
    )
  const groups = placesFor(can).filter(({ places }) => places.length > 0)
  return (
    <nav className={classes.nav} aria-label={t('Areas')}>
      {groups.map(({ label, places }) => (
        <section key={label} aria-label={label === null ? undefined : t(label)}>
          {label && <div className={classes.group}>{t(label)}</div>}
          <ul className="grid one-column gap-2">
            {places.map((place) => (
              <li key={place.to}>
                <Entry {...place} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isBehind && <SidebarRequests />}
    </nav>
  )
}

function Entry({ area, to }: { area: Area; to: PagePath }) {
  const path = useLocation({ select: (location) => location.pathname })
  const view = useDefaultSearches()(to)
  const hasViews = useShowsViews()
  const { routesByPath } = useRouter()
  const prefetch = routesByPath[to].options.staticData?.prefetch
  const intent = useIntent((signal) => {
    // What leads to a view asks for that alone.
    if (!prefetch || view.search || isSparing()) return
    // What fails here fails again on the page, which has words for it.
    loadCode(() => import('../prefetch.ts'))
      .then((prefetches) => prefetch(prefetches, signal))
      .catch(() => {})
  }, to)
  // Everything below an area's first segment belongs to it: /roles/deleted, /users/17.
  const isCurrent = path.split('/')[1] === to.split('/')[1]
  const { icon: Icon } = area
  return (
    <>
      <Link
        {...intent}
        to={to}
        {...view}
        className={classes.entry}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon aria-hidden size="1.125rem" stroke={1.6} />
        {t(area.label)}
        {area === usersArea && <Waiting />}
      </Link>
      {hasViews && <SidebarViews path={to} label={t(area.label)} />}
    </>
  )
}

function Waiting() {
  // i18n-ignore: the names of a permission
  const may = useCan()(permission('Users', 'Admins', 'status'))
  const has = useHasCall('accounts.listWaiting')
  // Rows come first.
  const isBehind = useBehindFirstRows()
  const { data } = useQuery(waitingCountOptions(may && has && isBehind))
  // i18n: follows a number
  return <CountBadge count={data} of={t('registrations to review')} />
}
