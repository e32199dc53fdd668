// Runs in the head of the page, before anything is painted and before the code of the app is there:
// chooses the look, shows the frame of the page that will stand here, and asks at once for the page's
// code, for config.json and for the page's first data. Built into one small classic script
// (build/start.ts), so it imports neither React nor a store.
import { namedQuery } from '@steward/contract/lists/query-names'
import { directionOf } from '@steward/i18n/reader'
import { mayAskEarly } from '../../api/browser/refused-lists.ts'
import { sessionOpen } from '../../api/browser/stored-session.ts'
import { bearer, readToken } from '../../api/browser/token.ts'
import { apiUrl, config, fetchConfig, setConfig } from '../../api/config.ts'
import type { Languages, Part } from '../../api/language/languages.ts'
import { loadMessages } from '../../api/language/messages.ts'
import {
  languageFor,
  preferredLanguages,
  storedPreferences,
} from '../../api/language/preferences.ts'
import { queryText } from '../../api/query-text.ts'
import { memoryOf } from '../../ui/list/table/remembered.ts'
import { lookOf, themeKey } from '../look.ts'
import { firstPageAt, type Pages } from './pages.ts'

/** Inserted by the build. */
declare const STEWARD_PAGES: Pages
declare const STEWARD_LANGUAGES: Languages

// Each once: the build writes what they are wherever they stand.
const pages = STEWARD_PAGES
const languages = STEWARD_LANGUAGES

const root = document.documentElement
root.setAttribute('data-mantine-color-scheme', lookOf(theme(), systemIsDark()))

const isSignedIn = allowed(sessionOpen) ?? false
const page = firstPageAt(pages, ownPath(), isSignedIn)
if (page) {
  root.setAttribute('data-shell', page.guarded ? 'layout' : page.path === '/' ? 'sign-in' : 'form')
}

const wanted = [storedPreferences().language, ...preferredLanguages()]
const language = languageFor(wanted, Object.keys(languages))
root.lang = language
root.dir = directionOf(language)
const parts: Part[] = page?.guarded ? ['start', 'rest'] : ['start']

const written = document.getElementById('config')?.textContent
const answers: NonNullable<typeof globalThis.stewardEarly>['answers'] = new Map()
if (written) begin(JSON.parse(written))
globalThis.stewardEarly = {
  own: Boolean(written),
  languages,
  messages: { language, parts, loaded: loadMessages(languages[language], parts) },
  answers,
  config: written ? Promise.resolve(JSON.parse(written)) : fetchConfig().then(begin),
}
// In the order in which they are needed: a browser asks for six things at a time.
const { app } = pages
const files = page?.files ?? []
for (const file of files) if (file.endsWith('.css')) load(file, 'stylesheet')
const styled = stylesLoaded()
// Rows as wide windows show them; cards come with the page itself, and so do the words of the community.
const isWide = matchMedia('(min-width: 62em)').matches && !config().words
const drawn = page?.rows && isWide ? drawRows(page.rows) : undefined
for (const file of app ? [app, ...files] : files) {
  if (file.endsWith('.css')) continue
  // While rows are drawn it is loaded and not compiled, which would keep the processor from them.
  if (drawn) load(file, 'preload', 'low')
  else load(file, 'modulepreload')
}
// What a person reads first, styles and rows, comes before what they press: the app begins behind it.
// Whatever doesn't come, it begins in the end.
if (app) {
  void Promise.race([
    Promise.all([styled, drawn]),
    new Promise((done) => setTimeout(done, 2_000)),
  ]).then(() => import(/* @vite-ignore */ import.meta.env.BASE_URL + app))
}

/** Resolves once all of the page is there, and its styles. */
function stylesLoaded(): Promise<unknown> {
  const links = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map((link) =>
      link.sheet ? null : new Promise((loaded) => link.addEventListener('load', loaded)),
    )
  return new Promise((parsed) => document.addEventListener('DOMContentLoaded', parsed)).then(() =>
    Promise.all(links()),
  )
}

/** Once the settings are known: where the server is, and what its queries are called. */
function begin(settings: unknown): unknown {
  setConfig(settings)
  // By the first paint, and once all of the frame is there.
  requestAnimationFrame(showName)
  document.addEventListener('DOMContentLoaded', showName)
  if (page?.guarded && isSignedIn) allowed(askEarly)
  return settings
}

function askEarly(): void {
  for (const { path, query, list } of page?.asks ?? []) {
    // What an address narrows or turns over is read by the page itself.
    if (list !== undefined && (location.search !== '' || !mayAskEarly(list))) continue
    const limit = list === undefined ? null : memoryOf(list).limit
    const sent = { ...query, ...(limit !== null && { limit: String(limit) }) }
    const token = readToken()
    const url = apiUrl(path) + queryText(namedQuery(sent, config().query))
    const answer = fetch(url, { headers: { Accept: 'application/json', ...bearer(token) } })
    answers.set(url, { token, answer, list })
    // Whoever waits for it already says what went wrong; whoever comes later asks again.
    const drop = () => void answers.delete(url)
    answer.then((told) => told.ok || drop(), drop)
  }
}

/** The community's name stands in the frame by the first paint where the page brings the settings. */
function showName(): void {
  const { name = 'Steward', logo, accent } = config()
  for (const place of document.querySelectorAll('[data-shell-name]')) place.textContent = name
  if (logo) root.setAttribute('data-shell-logo', '')
  if (accent) root.style.setProperty('--shell-accent', accent)
}

function load(file: string, rel: string, priority = 'auto'): void {
  const link = document.createElement('link')
  Object.assign(link, {
    rel,
    href: import.meta.env.BASE_URL + file,
    crossOrigin: '',
    fetchPriority: priority,
  })
  if (rel === 'preload') link.as = 'script'
  document.head.append(link)
}

/** Draws the first rows; undefined where the list wasn't loaded early. */
function drawRows(script: string): Promise<void> | undefined {
  const asked = [...answers.values()].find(({ list }) => list !== undefined)
  if (asked?.list === undefined) return
  const { list } = asked
  const body = asked.answer.then((told) => told.clone().json())
  // Preloaded, as it would otherwise wait for a connection behind the app's scripts.
  load(script, 'modulepreload', 'high')
  return import(/* @vite-ignore */ import.meta.env.BASE_URL + script)
    .then((rows: typeof import('./first-rows.tsx')) => rows.drawFirstRows(list, body, styled))
    .catch(() => {})
}

function theme(): string {
  const asked = new URLSearchParams(location.search).get('theme')
  // Here as well, as whoever goes on before the app has begun keeps it (specification section 4).
  if (asked) allowed(() => localStorage.setItem(themeKey, asked))
  return asked || (allowed(() => localStorage.getItem(themeKey)) ?? '')
}

function systemIsDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches
}

/** The path within the app, which may be served below another one. */
function ownPath(): string {
  const { pathname } = location
  const base = import.meta.env.BASE_URL
  return pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : '/'
}

/** What a function gives; undefined where it fails, as storage does where it is forbidden. */
function allowed<T>(of: () => T): T | undefined {
  try {
    return of()
  } catch {
    return undefined
  }
}
