import './ui/theme/theme-base.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionLost } from './api/client.ts'
import { config, loadConfig } from './api/config.ts'
import { watchConnection } from './api/connection.ts'
import { App } from './app/app.tsx'
import { router } from './app/router.ts'
import { loseToken } from './app/session-end.ts'
import { followOtherTabs, takeThemeFromAddress } from './app/theme.store.ts'
import { sessionOpen } from './features/session/guard.ts'

takeThemeFromAddress()
followOtherTabs()
watchConnection()
onSessionLost(() => loseToken(router))

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// Whoever has a session needs the routes behind it; what fails here is told by the page that opens.
const { addGuardedRoutes } = router.options.context
const routes = sessionOpen() ? addGuardedRoutes().catch(() => {}) : null

// Not awaited at the top level: the routes import from this very chunk, and would wait for its end.
void Promise.all([loadConfig().then(putOwnAccent), routes]).then(() => {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
})

/** Most communities have no accent of their own; its code is for those that do. */
async function putOwnAccent(): Promise<void> {
  const { accent } = config()
  if (!accent) return
  const loaded = await import('./ui/theme/theme-accent.ts').catch(() => null)
  loaded?.putAccent(accent)
}
