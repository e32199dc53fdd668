import './ui/theme/theme-base.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchConnection } from './api/browser/connection.ts'
import { sessionOpen } from './api/browser/stored-session.ts'
import { onSessionLost } from './api/client.ts'
import { config, isOwnApi, loadConfig } from './api/config.ts'
import { followPreferences, showAs } from './api/language/language.ts'
import { storedPreferences } from './api/language/preferences.ts'
import { noteConfigured, noteOwnServer } from './api/missing-calls.ts'
import { App } from './app/app.tsx'
import { firstData } from './app/first-data.ts'
import { router } from './app/router.ts'
import { loseToken } from './app/session-end.ts'
import { followOtherTabs, takeThemeFromAddress } from './app/theme.store.ts'
import { keepFocus } from './ui/keys/keep-focus.ts'

takeThemeFromAddress()
followOtherTabs()
followPreferences()
watchConnection()
keepFocus()
onSessionLost(() => loseToken(router))

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// A page with a session needs these routes; if they can't be loaded, the page itself shows that.
const { addGuardedRoutes } = router.options.context
const routes = sessionOpen() ? addGuardedRoutes().catch(() => {}) : null

// Not awaited at the top level: the routes import from this very chunk, and would wait for its end.
const loaded = loadConfig()
const language = loaded.then(takeOwnWords).then(() => showAs(storedPreferences()))
const settings = loaded.then(() => {
  if (isOwnApi()) noteOwnServer()
  else noteConfigured()
  return putOwnAccent()
})
void Promise.all([settings, routes, language])
  // The page is drawn once, whole, in place of the frame that stands there; what takes long is waited
  // for by the page itself, which says so.
  .then(() => Promise.race([router.load().then(firstData), patience()]))
  .then(() => {
    createRoot(place).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  })

const patience = () => new Promise((done) => setTimeout(done, 3_000))

/** Takes the community's words; their code is loaded only where there are some. */
async function takeOwnWords(): Promise<void> {
  const { words } = config()
  if (!words) return
  const loaded = await import('./api/language/own-words.ts').catch(() => null)
  loaded?.takeWords(words)
}

/** Applies the community's accent; its code is loaded only where one is configured. */
async function putOwnAccent(): Promise<void> {
  const { accent } = config()
  if (!accent) return
  const loaded = await import('./ui/theme/theme-accent.ts').catch(() => null)
  loaded?.putAccent(accent)
}
