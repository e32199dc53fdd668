import { currentTranslator, onTranslator } from '@steward/i18n/reader'
import { RouterProvider } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Messages } from '../ui/messages/messages.tsx'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { ThemeProvider } from '../ui/theme/theme-provider.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { lookOf } from './look.ts'
import { router } from './router.ts'
import { useTheme } from './theme.store.ts'

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const subscribe = (listener: () => void) => {
  systemDark.addEventListener('change', listener)
  return () => systemDark.removeEventListener('change', listener)
}

/** The whole app: theme, messages and router. */
export function App() {
  const systemIsDark = useSyncExternalStore(subscribe, () => systemDark.matches)
  const look = lookOf(
    useTheme((state) => state.theme),
    systemIsDark,
  )
  const { reader } = useSyncExternalStore(onTranslator, currentTranslator)
  return (
    // Everything is drawn anew in another language; what a list shows is its address, and drafts are kept.
    <ThemeProvider key={JSON.stringify(reader)} look={look}>
      <ErrorBoundary>
        <RouterProvider router={router} />
      </ErrorBoundary>
      <ConnectionBar />
      <Messages />
    </ThemeProvider>
  )
}
