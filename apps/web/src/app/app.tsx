import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Messages } from '../ui/feedback/messages.tsx'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { theme } from '../ui/theme/theme.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { router } from './router.ts'
import { lookOf, useTheme } from './theme.store.ts'

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const subscribe = (listener: () => void) => {
  systemDark.addEventListener('change', listener)
  return () => systemDark.removeEventListener('change', listener)
}

/** Everything: theme, messages, router. The theme's variables are static CSS, hence the two flags. */
export function App() {
  const systemIsDark = useSyncExternalStore(subscribe, () => systemDark.matches)
  const look = lookOf(
    useTheme((state) => state.theme),
    systemIsDark,
  )
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={look}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ErrorBoundary>
        <RouterProvider router={router} />
      </ErrorBoundary>
      <ConnectionBar />
      <Messages />
    </MantineProvider>
  )
}
