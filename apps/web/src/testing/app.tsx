import { MantineProvider } from '@mantine/core'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import { keepSessionClient, sessionClient } from '../app/query-client.ts'
import { createAppRouter } from '../app/router.ts'
import { keepSession } from '../features/session/guard.ts'
import { Messages } from '../ui/messages/messages.tsx'
import { prepareScreens } from './screen.tsx'
import { refusal, serve } from './server.ts'

/** Readies a file's tests to draw the app, for somebody signed in who may do everything. */
export function prepareApp(): void {
  prepareScreens()
  beforeEach(() => {
    keepSession('stored', '2999-01-01T00:00:00Z')
    serve({ 'permissions.own': () => ({ data: permissionModules(() => true) }) })
    // Calls of ours that the layout makes; a server may lack them.
    const lacking = () => refusal(404, { message: 'No such call' })
    serve({ 'profile.own': lacking, 'accounts.listWaiting': lacking, 'jobs.list': lacking })
    serve({ 'live.stream': lacking })
  })
  afterEach(() => keepSessionClient(sessionClient())())
}

/**
 * Draws the app as it is, at an address.
 * @returns the person at it, and where they are
 */
export function showApp(at: string): { user: UserEvent; address: () => string } {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [at] }))
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
      <Messages />
    </MantineProvider>,
  )
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    address: () => router.state.location.href,
  }
}
