/** What the start script (app/start) has asked for before the code of the app was there. */
interface Early {
  /** The server that served the page is ours, and of this very version: it put the settings into it. */
  own: boolean
  /** What the page's first calls answer, read; undefined for what failed. */
  copies: Promise<unknown>[]
  /** The name of the page's list, where its first rows are drawn before the app is there. */
  list: string | undefined
  /** Resolves when those are painted, or won't be. */
  drawn: Promise<void>
  isDrawn: () => void
  /** Resolves when the page's styles are there. */
  styles: Promise<unknown>
  /** `config.json`, as it was read; undefined where it couldn't be. */
  config: Promise<unknown>
  /** By address: the answers to calls that only read. */
  answers: Map<string, EarlyAnswer>
}

interface EarlyAnswer {
  /** The token that the call was made with. */
  token: string | null
  answer: Promise<Response>
}

declare global {
  /** Set by the start script, which is no part of the app's own modules. */
  var stewardEarly: Early | undefined
}

/** For how long such an answer may be taken, in milliseconds after the page began. */
const freshFor = 15_000

/**
 * The answer to a call that was asked for early, once.
 * @param url the whole address
 * @param token the one that the call would be made with now
 * @param signal ends the waiting for it
 * @returns null where it wasn't asked for, or not by this session, or long ago
 */
export function takeEarly(
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
