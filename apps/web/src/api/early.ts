/** What the start script (app/start) has asked for before the code of the app was there. */
interface Early {
  /** The server that served the page is ours, and of this very version: it put the settings into it. */
  own: boolean
  /** `config.json`, as it was read; undefined where it couldn't be. */
  config: Promise<unknown>
  /** By address: the answers to calls that only read. */
  answers: Map<string, EarlyAnswer>
}

interface EarlyAnswer {
  /** The token that the call was made with. */
  token: string | null
  answer: Promise<Response>
  /** The name of the list that it is a page of. */
  list?: string | undefined
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
