import { t } from '@steward/i18n/reader'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import '../../api/all-routes.ts'
import { keepRefusedLists } from '../../api/browser/refused-lists.ts'
import { useRoleView } from '../../api/browser/role-view.ts'
import { config } from '../../api/config.ts'
import { Failure, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { changePreferences, readerOf, shownPreferences } from '../../api/language/language.ts'
import { keptPreferences, storePreferences } from '../../api/language/preferences.ts'
import { useHasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { ownPermissions } from '../../api/own-permissions.ts'
import { canOf } from '../../features/permissions/can.ts'
import { ownPreferences, ownProfile } from '../../features/profile/profile.queries.ts'
import { useAdmin, useSession } from '../../features/session/session.store.ts'
import { watchSession } from '../../features/session/watch-session.ts'
import { lists } from '../../shared/lists/lists.ts'
import { ownLoansOptions } from '../../shared/loans/loans.queries.ts'
import { useBehindFirstRows } from '../../shared/saved-views/saved-views.queries.ts'
import { FailureLines } from '../../ui/dialog/failure-lines.tsx'
import { linkButton } from '../../ui/links/link-button.ts'
import { OwnIdProvider } from '../../ui/list/filters/own-id.ts'
import { lazyCode } from '../../ui/load/lazy-code.ts'
import { forgetActs } from '../../ui/messages/undo-stack.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { PageSpinner } from '../../ui/page/page-spinner.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { OwnLimitsProvider } from '../../ui/permissions/own-limits.ts'
import { type Can, PermissionsProvider, useCan } from '../../ui/permissions/permitted.tsx'
import { firstPage } from '../areas.ts'
import { keepSessionClient, sessionClient } from '../query-client.ts'
import { endSession } from '../session-end.ts'
import { useSidebar } from '../sidebar.store.ts'
import { Dialogs } from './dialogs.tsx'
import { Header } from './header.tsx'
import '../../ui/theme/overlays.css'
import '../../ui/theme/utilities-inside.css'
import classes from './layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { useLive } from './use-live.ts'

const NotPermitted = lazyPart(
  async () => (await import('../../shared/permissions/not-permitted.tsx')).NotPermitted,
  <PageSpinner />,
)
const SetUpScreen = lazyPart(
  async () => (await import('../../features/second-factor/set-up-screen.tsx')).SetUpScreen,
  <PageSpinner />,
)
const RoleViewBanner = lazyPart(async () => (await import('./role-view-banner.tsx')).RoleViewBanner)

const [useShortcuts] = lazyCode(() => import('./go-shortcuts.tsx'))

function GoShortcuts() {
  const code = useShortcuts(false)
  return code ? <code.GoShortcuts /> : null
}

/**
 * The main admin layout (specification section 2): header, sidebar and page. While mounted, it
 * watches the session and keeps the query cache.
 */
export function Layout() {
  const router = useRouter()
  const [client] = useState(sessionClient)
  const [session, setSession] = useState(0)
  useEffect(() => keepSessionClient(client), [client])
  // Data loaded as another role is not shown to one's own, nor the reverse.
  useEffect(
    () =>
      useRoleView.subscribe((now, before) => {
        if (now.view !== before.view) void client.resetQueries()
      }),
    [client],
  )
  useEffect(
    () =>
      watchSession({
        onEnd: () => endSession(router),
        onReplaced: () => {
          useSession.setState({ data: {} })
          void client.resetQueries()
          setSession((before) => before + 1)
        },
      }),
    [router, client],
  )
  useLive(client, session)
  useEffect(() => forgetActs, [])
  return (
    <QueryClientProvider client={client}>
      <SignedInLayout />
    </QueryClientProvider>
  )
}

/** Whether the server refuses everything until a second factor is set up; so until it doesn't. */
function useSecondFactorMissing(error: Error | null, isSuccess: boolean): boolean {
  const [missing, setMissing] = useState(false)
  const needsSecondFactor = error instanceof Failure && error.code === 'second_factor_missing'
  // During a reload the state is unknown, so the screen stays as it is.
  const now = needsSecondFactor || (missing && !isSuccess)
  if (now !== missing) setMissing(now)
  return now
}

/** What is on loan to the person, and whether they may ask for more, where the server has that. */
function useLoans(isKnown: boolean, isViewing: boolean) {
  const has = useHasCall('loans.own')
  // Rows come first.
  const isBehind = useBehindFirstRows()
  const { data } = useQuery(ownLoansOptions(isKnown && isBehind && has))
  const before = useRef<typeof data>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = isViewing ? undefined : data
    if (!last || !before.current || !data) return
    void import('../../shared/loans/loan-news.ts').then(({ sayAnswers }) => sayAnswers(last, data))
  }, [data, isViewing])
  return useMemo(
    () => ({ lent: data?.loans ?? [], mayAsk: data !== undefined && !isViewing }),
    [data, isViewing],
  )
}

function SignedInLayout() {
  const { data, error, isPending, isSuccess, isPaused, refetch } = useQuery(ownPermissions)
  const secondFactorMissing = useSecondFactorMissing(error, isSuccess)
  const path = useLocation({ select: (location) => location.pathname })
  const can = useMemo(() => canOf(data?.permissions, config()), [data])
  const sidebarShow = useSidebar((state) => state.sidebarShow)
  const main = useRef<HTMLElement>(null)
  const client = useQueryClient()
  const id = useAdmin()?.id ?? null
  const view = useRoleView((state) => state.view)
  const loans = useLoans(isSuccess && !secondFactorMissing, view !== null)
  useEffect(() => {
    if (data) keepRefusedLists(refusedLists(can))
  }, [data, can])
  useOnNavigation(() => {
    // What one may do can change at any moment.
    void client.invalidateQueries({ queryKey: ownPermissions.queryKey })
    // As a browser does between documents.
    main.current?.focus({ preventScroll: true })
    useSidebar.getState().setOverlayOpen(false)
  })
  useOwnCallsAsked(isSuccess && !secondFactorMissing)
  useAccountPreferences(isSuccess)
  // A load that failed after one that succeeded takes nothing away.
  const failed = data === undefined && error
  const waiting = isPending || (failed && isLeftToGuard(toFailure(failed)))

  return (
    <PermissionsProvider can={can} loans={loans}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('Skip to the content')}
      </button>
      <Header />
      {view && <RoleViewBanner view={view} />}
      <div
        className={`grid one-column ${classes.body}`}
        data-viewing={view !== null || undefined}
        data-sidebar={sidebarShow || undefined}
      >
        <Sidebar isPending={isPending && !secondFactorMissing} />
        <main ref={main} tabIndex={-1} className={`shrinks ${classes.main}`}>
          {secondFactorMissing ? (
            path === '/profile' ? (
              <Outlet />
            ) : (
              <SetUpScreen onDone={() => void refetch()} />
            )
          ) : isPending && isPaused ? (
            <PageMessage role="alert" title={t('This page isn’t loaded yet')}>
              <p>{t('It loads automatically once you are back online.')}</p>
            </PageMessage>
          ) : waiting ? (
            <PageSpinner />
          ) : failed ? (
            <PageMessage
              role="alert"
              title={t('Your permissions couldn’t be loaded')}
              actions={
                <button type="button" className={linkButton} onClick={() => void refetch()}>
                  {t('Retry')}
                </button>
              }
            >
              <FailureLines error={error} />
            </PageMessage>
          ) : (
            <OwnIdProvider value={id}>
              <OwnLimitsProvider value={data}>
                <Page />
              </OwnLimitsProvider>
            </OwnIdProvider>
          )}
        </main>
      </div>
      <Dialogs />
      <GoShortcuts />
    </PermissionsProvider>
  )
}

/**
 * Shows everything as the account says, which may have been changed in another browser: asked for behind the first rows
 * where this browser has been told before. Of what was chosen here by whoever came before only the language stays, until
 * the account has one.
 */
function useAccountPreferences(ready: boolean): void {
  const has = useHasCall('profile.preferences')
  const isBehind = useBehindFirstRows()
  const [told] = useState(keptPreferences)
  const enabled = ready && has && (isBehind || !told)
  const { data } = useQuery({ ...ownPreferences, enabled, retry: false })
  useEffect(() => {
    if (!data) return
    const shown = shownPreferences()
    const next = { language: shown.language, ...data }
    if (JSON.stringify(readerOf(next)) === JSON.stringify(readerOf(shown))) storePreferences(next)
    else void changePreferences(next)
  }, [data])
}

const refusedLists = (can: Can): string[] =>
  Object.values(lists)
    .filter(({ call }) => !needsOf(call).some(can))
    .map(({ name }) => name)

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

/** Asks once a session whether the server has more than the specification names. */
function useOwnCallsAsked(ready: boolean): void {
  const asked = useMissingCalls((state) => state.asked)
  useQuery({ ...ownProfile, enabled: ready && !asked, retry: false })
}

/** Calls back after each step to another page. */
function useOnNavigation(onStep: () => void): void {
  const path = useLocation({ select: (location) => location.pathname })
  const before = useRef(path)
  const latest = useEffectEvent(onStep)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    latest()
  }, [path])
}
