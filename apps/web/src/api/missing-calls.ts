import type { Route } from '@steward/contract/calls/route'
import type { EndpointName } from '@steward/contract/calls/routes'
import { create } from 'zustand'
import { skipNames } from './answers/accepted.ts'
import { tokenExpiryKey } from './browser/token.ts'
import { config } from './config.ts'
import { isSpecified, nameOf, routeOf } from './known-routes.ts'

interface MissingCalls {
  /** The calls of ours that this session's server lacks. */
  missing: ReadonlySet<EndpointName>
  /** Whether the call was made that represents those that can't be tried themselves. */
  asked: boolean
}

const key = 'steward-missing-calls'

/**
 * Feature detection: the calls beside the specification (section 7) that the server turned out to lack. Each is asked
 * once a session and then not offered again; whatever belongs to it is left out of the screen.
 */
export const useMissingCalls = create<MissingCalls>()(read)

/** Represents the calls that can't be tried without a side effect or a record's id. */
const standIn = 'profile.own'

/** Whether an answer to the call shows that the server lacks it, without a side effect. */
function tellsItself(route: Route): boolean {
  if (route.path.includes('{')) return false
  return route.needs === 'public' || route.method === 'GET' || route.readsOnly === true
}

/** Whether `config.json` says which calls there are, and this isn't among them. */
function isLeftOut({ path }: Route): boolean {
  const { offers } = config()
  return offers?.every((offered) => path !== offered && !path.startsWith(`${offered}/`)) ?? false
}

function isMissing({ missing }: MissingCalls, name: EndpointName): boolean {
  if (isSpecified(name)) return false
  if (isLeftOut(routeOf(name))) return true
  return missing.has(name) || (!tellsItself(routeOf(name)) && missing.has(standIn))
}

/** Whether a call may be offered: the specification names it, or as far as is known the server has it. */
export const hasCall = (name: EndpointName): boolean => !isMissing(useMissingCalls.getState(), name)

/** The same for a component, which is drawn anew once more is known. */
export const useHasCall = (name: EndpointName): boolean =>
  useMissingCalls((state) => !isMissing(state, name))

/**
 * Learns from an answer whether the server has a call: 404, 405 or 501 on a path without an id
 * means that it doesn't, unless the error code says that a record is missing.
 * @returns whether the server lacks it
 */
export function noteAnswer(route: Route, status: number, code: unknown): boolean {
  if (route.path.includes('{')) return false
  const name = nameOf(route)
  if (name === null || isSpecified(name)) return false
  const lacks = [404, 405, 501].includes(status) && code !== 'not_found'
  const now = useMissingCalls.getState()
  const asked = now.asked || name === standIn
  if (lacks && !now.missing.has(name)) keep({ missing: new Set([...now.missing, name]), asked })
  else if (asked !== now.asked) keep({ ...now, asked })
  return lacks
}

/** Notes that the server is the one that this app belongs to: nothing is lacking, and nothing has to be asked. */
export function noteOwnServer(): void {
  useMissingCalls.setState({ missing: new Set(), asked: true })
}

/** Applies the calls listed in `config.json`, so that none has to be tried. */
export function noteConfigured(): void {
  if (config().offers) useMissingCalls.setState({ asked: true })
}

/** Forgets what is known: another session, and maybe another server. */
export function forgetMissingCalls(): void {
  skipNames.clear()
  localStorage.removeItem(key)
  useMissingCalls.setState({ missing: new Set(), asked: config().offers !== undefined })
}

/** The text that distinguishes one session from another. */
function session(): string {
  return localStorage.getItem(tokenExpiryKey) ?? ''
}

function keep({ missing, asked }: MissingCalls): void {
  useMissingCalls.setState({ missing, asked })
  localStorage.setItem(key, JSON.stringify({ session: session(), missing: [...missing], asked }))
}

/** What is kept of the session, so that a reload asks nothing twice. */
function read(): MissingCalls {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (kept.session === session())
      return { missing: new Set(kept.missing), asked: kept.asked === true }
  } catch {
    // The stored value is unreadable, so the calls are tried again.
  }
  return { missing: new Set(), asked: false }
}
