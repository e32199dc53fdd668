import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { config } from '../../api/config.ts'
import { toFailure } from '../../api/failure.ts'
import { canOf } from '../../features/permissions/can.ts'
import { ownPermissions } from '../../features/permissions/permissions.queries.ts'
import { useSession } from '../../features/session/session.store.ts'
import { watchSession } from '../../features/session/watch.ts'
import { linkButton } from '../../ui/page-link.ts'
import { PageMessage } from '../../ui/page-message.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { NotPermitted, PermissionsProvider, useCan } from '../../ui/permitted.tsx'
import { firstPage } from '../areas.ts'
import { createQueryClient } from '../query-client.ts'
import { endSession } from '../session-end.ts'
import { useSidebar } from '../sidebar.store.ts'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { Sidebar } from './sidebar.tsx'

/**
 * The main admin layout (specification section 2): header, sidebar, page. Keeps the session under
 * watch, and whatever the server said for as long as it stands.
 */
export function Layout() {
  const router = useRouter()
  const [client] = useState(() =>
    createQueryClient((of) => void of.invalidateQueries({ queryKey: ownPermissions.queryKey })),
  )
  useEffect(
    () =>
      watchSession({
        onEnd: () => endSession(router),
        onReplaced: () => {
          useSession.setState({ data: {} })
          void client.resetQueries()
        },
      }),
    [router, client],
  )
  return (
    <QueryClientProvider client={client}>
      <Frame />
    </QueryClientProvider>
  )
}

function Frame() {
  const { data, error, isPending, refetch } = useQuery(ownPermissions)
  const can = useMemo(() => canOf(data, config()), [data])
  const sidebarShow = useSidebar((state) => state.sidebarShow)
  const main = useFocusOnNavigation()
  // A load that failed after one that succeeded takes nothing away.
  const failed = data === undefined && error

  return (
    <PermissionsProvider can={can}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header />
      <div className={classes.body} data-sidebar={sidebarShow || undefined}>
        <Sidebar isPending={isPending} />
        <main ref={main} tabIndex={-1} className={classes.main}>
          {isPending ? (
            <PageSpinner />
          ) : failed ? (
            <PageMessage
              role="alert"
              title="Your permissions couldn’t be loaded"
              actions={
                <button type="button" className={linkButton} onClick={() => void refetch()}>
                  Retry
                </button>
              }
            >
              <p>{toFailure(error).message}</p>
            </PageMessage>
          ) : (
            <Page />
          )}
        </main>
      </div>
    </PermissionsProvider>
  )
}

/** The page, if it is permitted; where the app chose it and it isn't, the first one that is. */
function Page() {
  const can = useCan()
  const navigate = useNavigate()
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs })
  const isLanding = useLocation({ select: (location) => location.state.landing === true })
  const permitted = !needs || needs.some(can)
  const instead = !permitted && isLanding ? firstPage(can) : undefined
  useEffect(() => {
    if (instead) void navigate({ to: instead, replace: true })
  }, [instead, navigate])

  if (permitted) return <Outlet />
  return instead ? <PageSpinner /> : <NotPermitted permission={needs[0]} />
}

/** Moves the focus to the page after each change of it, as a browser does between documents. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.focus({ preventScroll: true })
    useSidebar.getState().setOverlayOpen(false)
  }, [path])
  return main
}
