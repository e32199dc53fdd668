import { MantineProvider } from '@mantine/core'
import { type Permission, permissionName } from '@steward/contract/permissions/permissions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { claimDrafts } from '../api/browser/form-drafts.ts'
import { useWatchedJobs } from '../api/browser/watched-jobs.ts'
import { forgetMissingCalls } from '../api/missing-calls.ts'
import { OpenDialog } from '../ui/dialog/open-dialog.ts'
import { setSingleKeys } from '../ui/keys/single-keys.ts'
import { dismissMessages, Messages } from '../ui/messages/messages.tsx'
import { forgetActs } from '../ui/messages/undo-stack.ts'
import { PermissionsProvider } from '../ui/permissions/permitted.tsx'
import { stubServer } from './server.ts'
import { stubBrowser } from './stub-browser.ts'

/** Everything that a person may be permitted. */
export const everything = (): boolean => true

/** Permits some things and nothing else. */
export const only =
  (...held: Permission[]) =>
  (asked: Permission): boolean =>
    held.some((each) => permissionName(each) === permissionName(asked))

/** Readies a file's tests to draw screens: what jsdom lacks of a browser, and the server's stub. */
export function prepareScreens(): void {
  stubServer()
  // The first screen of a run also compiles it, on a busy machine for longer than a second.
  configure({ asyncUtilTimeout: 8000, defaultHidden: true })
  beforeEach(stubBrowser)
  expectNoWarnings()
  afterEach(() => {
    dismissMessages()
    forgetActs()
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
    claimDrafts(null)
    setSingleKeys(true)
    forgetMissingCalls()
    useWatchedJobs.setState({ ids: [] })
  })
  // What is loaded behind a screen must not come once the browser is gone.
  afterAll(() => vi.dynamicImportSettled())
}

/** What React says of TanStack Router's `lazyRouteComponent`, which calls `use` only until its code is loaded. */
const ofLazyRoute = /called use\(\) to suspend in a previous render/

/** Fails a test in which React, or what is built on it, warns of something. */
function expectNoWarnings(): void {
  let spies: MockInstance<(...said: unknown[]) => void>[] = []
  beforeEach(() => {
    spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  })
  afterEach(() => {
    const said = spies.flatMap(({ mock }) => mock.calls.map((words) => words.map(String).join(' ')))
    for (const spy of spies) spy.mockRestore()
    expect(
      said.filter((text) => !ofLazyRoute.test(text)),
      'warnings in the console',
    ).toEqual([])
  })
}

/**
 * Draws a screen as the app does: with router, query client, messages and permissions.
 * @param options.at the address that is open; every other one shows its path
 * @param options.can what the person signed in may do; everything unless given
 * @returns the person at it, where they are, a way to go elsewhere within the app, and its memory
 */
export function showScreen(
  children: ReactNode,
  options: { at?: string; can?: (asked: Permission) => boolean } = {},
): {
  user: UserEvent
  address: () => string
  go: (path: string) => void
  client: QueryClient
} {
  const { at = '/screen', can = everything } = options
  const root = createRootRoute({ component: Outlet })
  const [path = ''] = at.split('?')
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: [at] }),
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path,
        component: () => (
          <>
            {children}
            <OpenDialog />
          </>
        ),
      }),
      createRoute({ getParentRoute: () => root, path: '$', component: () => null }),
    ]),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <PermissionsProvider can={can}>
          {/* A router of its own, and not the app's that the types know. */}
          <RouterProvider router={router as never} />
        </PermissionsProvider>
      </QueryClientProvider>
      <Messages />
    </MantineProvider>,
  )
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    address: () => router.state.location.href,
    go: (path) => router.history.push(path),
    client,
  }
}

/** Writes a text into a field in place of what stands there. */
export async function fill(user: UserEvent, label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: label })
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
