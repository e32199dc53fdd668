import type { Catalog } from '@steward/i18n/reader'
import type { Languages, Part } from './language/languages.ts'

/** What the start script (app/start) requested before the app's code was loaded. */
interface Early {
  /** The server that served the page is ours, and of this very version: it put the settings into it. */
  own: boolean
  /** `config.json`, as it was read; undefined where it couldn't be. */
  config: Promise<unknown>
  /** The answers to the read-only calls, by address. */
  answers: Map<string, EarlyAnswer>
  /** The languages that there are; absent where the app is tested without its build. */
  languages?: Languages
  /** The messages that are being loaded for this page. */
  messages?: { language: string; parts: readonly Part[]; loaded: Promise<Catalog | null> }
}

interface EarlyAnswer {
  /** The token that the call was made with; null for none. */
  token: string | null
  answer: Promise<Response>
  /** The name of the list that the call loads a page of. */
  list?: string | undefined
}

declare global {
  /** Set by the start script, which is no part of the app's own modules. */
  var stewardEarly: Early | undefined
}

/** How long such an answer may be used, in milliseconds since the page began to load. */
const freshFor = 15_000

/**
 * The answer to a call that was made early; it can be taken once.
 * @param url the whole address
 * @param token the one that the call would be made with now
 * @param signal ends the waiting for it
 * @returns null where the call wasn't made, or not by this session, or long ago
 */
export function takePreloadedAnswer(
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | null {
  const found = globalThis.stewardEarly?.answers.get(url)
  if (!found) return null
  globalThis.stewardEarly?.answers.delete(url)
  if (found.token !== token || performance.now() > freshFor) return null
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    found.answer.then(resolve, reject)
  })
}

/** Whether Steward's own server served the page; the API may still be another one's. */
export const isOwnServer = (): boolean => globalThis.stewardEarly?.own ?? false

/** `config.json` as the start script read it; null where there was no such script. */
export const earlyConfig = (): Promise<unknown> | null => globalThis.stewardEarly?.config ?? null
